"""The frame of each page of the site: its head, the list of pages, and links between pages."""
import html
import os
import re

# The groups of the list of pages; each page is (path in the site, title).
GROUPS = [
    ("tui", [
        ("index.html", "Overview"), ("docs/terminals.html", "Terminals"), ("man/tui.1.html", "tui(1)"),
        ("man/tui-config.5.html", "tui-config(5)"), ("man/tui-fetch.1.html", "tui-fetch(1)"),
        ("man/tui-remote.1.html", "tui-remote(1)"),
        ("contrib/README.html", "In other programs"), ("CHANGELOG.html", "Changelog"),
    ]),
    ("Libraries", [("library/carousel.html", "Carousel"), ("library/carouselviewing.html", "CarouselViewing"),
                   ("library/carouselvalues.html", "CarouselValues")]),
    ("How it works", [
        ("ARCHITECTURE.html", "Architecture"), ("docs/carousel.html", "The carousel"), ("docs/pictures.html", "Pictures"),
        ("docs/formats.html", "Formats"), ("docs/art.html", "Art"), ("docs/pixels.html", "Pixels"),
        ("docs/screen.html", "The screen"), ("docs/network.html", "The network"),
        ("docs/remote.html", "Remote control"), ("docs/security.html", "Security"),
        ("Benchmarks/README.html", "Benchmarks"), ("CONTRIBUTING.html", "Contributing"),
    ]),
]


def slug(text, taken):
    """Returns the anchor that GitHub gives to a heading, so that links between the Markdown files hold in both places."""
    base = re.sub(r"[^\w\- ]", "", html.unescape(text).strip().lower()).replace(" ", "-")
    name, number = base, 0
    while name in taken:
        number += 1
        name = f"{base}-{number}"
    taken.add(name)
    return name


def relative(target, page):
    """Returns the link from a page to a file, both given by their paths in the site."""
    path, mark, anchor = target.partition("#")
    return os.path.relpath(path, os.path.dirname(page) or ".") + mark + anchor


def with_anchors(body):
    """Gives the headings of a page anchors, and returns the page and its second-level headings."""
    taken = set(re.findall(r'\bid="([^"]+)"', body))
    headings = []

    def mark(found):
        level, attributes, inner = found.groups()
        existing = re.search(r'\bid="([^"]+)"', attributes)
        text = re.sub(r"<[^>]+>", "", inner)
        anchor = existing.group(1) if existing else slug(text, taken)
        if level == "2":
            headings.append((anchor, text))
        attributes = attributes if existing else f'{attributes} id="{anchor}"'
        return f"<h{level}{attributes}>{inner}</h{level}>"

    return re.sub(r"<h([1-6])([^>]*)>(.*?)</h\1>", mark, body, flags=re.S), headings


def navigation(page, headings):
    parts = []
    for title, pages in GROUPS:
        parts.append(f"<h2>{title}</h2>\n<ul>")
        for path, name in pages:
            # A page of a library belongs to the library's first page.
            current = path == page or page.startswith(path.removesuffix(".html") + "/")
            mark = ' aria-current="page"' if path == page else ""
            inner = ""
            if current and 1 < len(headings) <= 24:
                inner = "\n<ul>" + "".join(
                    f'\n<li><a href="#{anchor}">{text}</a></li>' for anchor, text in headings) + "\n</ul>"
            parts.append(f'<li><a href="{html.escape(relative(path, page))}"{mark}>{name}</a>{inner}</li>')
        parts.append("</ul>")
    return "\n".join(parts)


def render(page, title, body, version, kind=""):
    """Returns a whole page.

    kind: a class of the article, for what only pages of one origin need.
    """
    body, headings = with_anchors(body)
    # Wide tables and code scroll by themselves; keyboards reach what scrolls.
    body = re.sub(r"<table\b", '<div class="wide" tabindex="0"><table', body).replace("</table>", "</table></div>")
    full = title if title.startswith("tui") else f"{title} · tui"
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{html.escape(full)}</title>
<link rel="stylesheet" href="{relative("style.css", page)}">
</head>
<body>
<header>
<a class="name" href="{relative("index.html", page)}">tui</a>
<span>{html.escape(version)}</span>
<a class="skip" href="#all-pages">All pages</a>
</header>
<main>
<article{f' class="{kind}"' if kind else ""}>
{body}
</article>
</main>
<nav id="all-pages" aria-label="All pages">
{navigation(page, headings)}
</nav>
<footer>
<p>tui {html.escape(version)}. The owners have not chosen a license yet.</p>
</footer>
</body>
</html>
"""
