"""Pages from the Markdown files, by cmark-gfm, and from the man pages, by mandoc."""
import html
import os
import re
import subprocess


def converted(command, text):
    return subprocess.run(command, input=text, check=True, stdout=subprocess.PIPE, text=True).stdout


def from_markdown(text):
    text = re.sub(r"<!--.*?-->\n?", "", text, flags=re.S)
    body = converted(
        ["cmark-gfm", "--extension", "table", "--extension", "autolink", "--extension", "strikethrough", "--validate-utf8"],
        text)
    # HTML 5 has no attribute for the alignment of cells.
    return re.sub(r'<(t[hd]) align="(\w+)">', r'<\1 class="\2">', body)


def from_manual(path, version):
    """Returns a man page; its references to the site's other man pages are links."""
    with open(path) as file:
        text = file.read().replace("\n.Os\n", f"\n.Os tui {version}\n")
    body = converted(["mandoc", "-T", "html", "-O", "fragment,man=man:%N.%S"], text)
    known = {name for name in os.listdir(os.path.dirname(path))}

    def link(found):
        name = found.group(1)
        # Without the link, the reference keeps its look.
        return f'<a class="Xr" href="{name}.html">' if name in known else '<a class="Xr">'

    body = re.sub(r'<a class="Xr" href="man:([^"]+)"[^>]*>', link, body)
    # mandoc's headings of sections have the first level.
    title = html.escape(os.path.basename(path).replace(".", "(", 1) + ")")
    body = re.sub(r"<h2(.*?)</h2>", r"<h3\1</h3>", body, flags=re.S)
    body = re.sub(r"<h1(.*?)</h1>", r"<h2\1</h2>", body, flags=re.S)
    return f"<h1>{title}</h1>\n{body}"


def title_of(body):
    found = re.search(r"<h1[^>]*>(.*?)</h1>", body, flags=re.S)
    return html.unescape(re.sub(r"<[^>]+>", "", found.group(1))) if found else "tui"
