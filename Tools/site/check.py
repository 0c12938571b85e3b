"""Checks a built site: each link leads to a page, a picture or an anchor that is there, and `tidy` finds no error."""
import html.parser
import os
import subprocess
import urllib.parse


class Page(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.anchors, self.links, self.faults = set(), [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if "id" in values:
            if values["id"] in self.anchors:
                self.faults.append(f"two elements have the id '{values['id']}'")
            self.anchors.add(values["id"])
        if tag == "img" and not values.get("alt"):
            self.faults.append(f"the picture {values.get('src')} has no description")
        self.links += [values[name] for name in ("href", "src") if values.get(name)]


def faults(site):
    """Returns a line for each fault of the site, and the number of pages and links."""
    pages = {}
    for root, _, files in os.walk(site):
        for name in files:
            if name.endswith(".html"):
                path = os.path.join(root, name)
                with open(path, encoding="utf-8") as file:
                    pages[os.path.relpath(path, site)] = Page(file.read())
    found = []
    for path, page in sorted(pages.items()):
        found += [f"{path}: {fault}" for fault in page.faults]
        for link in page.links:
            parts = urllib.parse.urlsplit(link)
            if parts.scheme in ("http", "https", "mailto"):
                continue
            target = os.path.normpath(os.path.join(os.path.dirname(path), urllib.parse.unquote(parts.path))) if parts.path else path
            if parts.scheme or target.startswith("..") or not os.path.isfile(os.path.join(site, target)):
                found.append(f"{path}: {link} leads nowhere")
            elif parts.fragment and urllib.parse.unquote(parts.fragment) not in pages[target].anchors:
                found.append(f"{path}: {target} has no anchor '{parts.fragment}'")
    found += invalid(site, sorted(pages))
    return found, len(pages), sum(len(page.links) for page in pages.values())


def invalid(site, pages):
    run = subprocess.run(
        ["tidy", "-q", "-e", "--show-warnings", "yes", "--gnu-emacs", "yes", "--drop-empty-elements", "no", *pages], cwd=site,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    # ARIA 1.1 has this attribute; Debian's tidy knows only 1.0.
    return [line for line in run.stdout.splitlines() if line.strip() and 'proprietary attribute "aria-current"' not in line]
