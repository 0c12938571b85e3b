"""Pages about the libraries, from the archives that DocC writes for `make docs`.

DocC's own pages load these archives with JavaScript and need a server. Each framework, article and type becomes a page;
the members of a type are sections of its page.
"""
import html
import json
import os

from layout import relative

TYPES = {"struct", "enum", "class", "protocol"}


class Library:
    def __init__(self, archive):
        self.archive = archive
        self.nodes = {}
        self.homes = {}
        folder = os.path.join(archive, "data", "documentation")
        for root, _, files in os.walk(folder):
            for name in sorted(files):
                if name.endswith(".json"):
                    with open(os.path.join(root, name)) as file:
                        node = json.load(file)
                    self.nodes[node["identifier"]["url"]] = node
        for url, node in self.nodes.items():
            if self.has_page(node):
                self.homes[url] = self.path(url)
        for url, node in self.nodes.items():
            parent = self.homes.get(url.rpartition("/")[0])
            if url not in self.homes and parent and node["metadata"].get("role") == "symbol":
                self.homes[url] = parent + "#" + self.anchor(url)

    @staticmethod
    def has_page(node):
        metadata = node["metadata"]
        return node["kind"] == "article" and metadata.get("role") != "collectionGroup" or (
            metadata.get("symbolKind") in TYPES | {"module"})

    @staticmethod
    def path(url):
        return "library/" + url.split("/documentation/", 1)[1].lower() + ".html"

    @staticmethod
    def anchor(url):
        name = url.rpartition("/")[2]
        plain = "".join(letter if letter.isalnum() else "-" for letter in name).strip("-").lower()
        # An operator's name has no letters.
        return plain or "operator-" + "-".join(str(ord(letter)) for letter in name)

    def pages(self):
        """Yields the path, title and body of each page."""
        for url, node in self.nodes.items():
            if self.has_page(node):
                yield self.path(url), node["metadata"]["title"], PageWriter(self, node, self.path(url)).body()


class PageWriter:
    def __init__(self, library, node, page):
        self.library, self.node, self.page = library, node, page

    def body(self):
        metadata = self.node["metadata"]
        heading = metadata.get("roleHeading", "")
        parts = [f'<p class="role">{html.escape(heading)}</p>' if heading else "", f"<h1>{html.escape(metadata['title'])}</h1>"]
        parts += self.content(self.node, level=2)
        for section in self.node.get("topicSections", []):
            parts += self.topics(section)
        return "\n".join(filter(None, parts))

    def topics(self, section):
        """Returns links to the pages of a section, and its symbols without a page in full."""
        members, links = [], []
        for identifier in section["identifiers"]:
            node = self.library.nodes.get(identifier)
            home = self.library.homes.get(identifier)
            if node is None or home is None:
                continue
            if "#" in home:
                members.append((home.partition("#")[2], node))
            else:
                abstract = self.inlines(node.get("abstract", []), node)
                links.append(
                    f'<dt><a href="{html.escape(relative(home, self.page))}">{html.escape(node["metadata"]["title"])}</a></dt>\n<dd>{abstract}</dd>')
        parts = [f"<h2>{html.escape(section['title'])}</h2>"] if members or links else []
        if links:
            parts.append("<dl>\n" + "\n".join(links) + "\n</dl>")
        for anchor, node in members:
            parts.append(f'<section class="member">\n<h3 id="{anchor}"><code>{html.escape(node["metadata"]["title"])}</code></h3>')
            parts += self.content(node, level=4)
            parts.append("</section>")
        return parts

    def content(self, node, level):
        parts = []
        if node.get("abstract"):
            parts.append(f'<p class="abstract">{self.inlines(node["abstract"], node)}</p>')
        for section in node.get("primaryContentSections", []):
            if section["kind"] == "declarations":
                for declaration in section["declarations"][:1]:
                    text = "".join(token["text"] for token in declaration["tokens"])
                    parts.append(f'<pre class="declaration"><code>{html.escape(text)}</code></pre>')
            elif section["kind"] == "parameters":
                rows = "\n".join(
                    f"<dt><code>{html.escape(one['name'])}</code></dt>\n<dd>{self.blocks(one['content'], node, level)}</dd>"
                    for one in section["parameters"])
                parts.append(f'<dl class="parameters">\n{rows}\n</dl>')
            elif section["kind"] == "content":
                # "Overview" and "Discussion" say nothing that the place does not.
                blocks = [
                    block for block in section["content"]
                    if not (block["type"] == "heading" and block["text"] in ("Overview", "Discussion"))]
                parts.append(self.blocks(blocks, node, level))
        return parts

    def blocks(self, blocks, node, level):
        return "\n".join(self.block(block, node, level) for block in blocks)

    def block(self, block, node, level):
        kind = block["type"]
        if kind == "heading":
            at = min(6, max(level, level + block["level"] - 2))
            return f"<h{at}>{html.escape(block['text'])}</h{at}>"
        if kind == "paragraph":
            return f"<p>{self.inlines(block['inlineContent'], node)}</p>"
        if kind == "codeListing":
            return f"<pre><code>{html.escape(chr(10).join(block['code']))}</code></pre>"
        if kind in ("unorderedList", "orderedList"):
            tag = "ul" if kind == "unorderedList" else "ol"
            items = "\n".join(f"<li>{self.blocks(item['content'], node, level)}</li>" for item in block["items"])
            return f"<{tag}>\n{items}\n</{tag}>"
        if kind == "aside":
            name = html.escape(block.get("name") or block["style"].capitalize())
            return f'<aside><p><b>{name}</b></p>\n{self.blocks(block["content"], node, level)}</aside>'
        if kind == "table":
            return self.table(block, node, level)
        raise ValueError(f"{self.page}: the site does not know DocC's block '{kind}'")

    def table(self, block, node, level):
        rows = []
        for index, row in enumerate(block["rows"]):
            tag = "th" if index == 0 and block.get("header") in ("row", "both") else "td"
            rows.append("<tr>" + "".join(f"<{tag}>{self.blocks(cell, node, level)}</{tag}>" for cell in row) + "</tr>")
        return "<table>\n" + "\n".join(rows) + "\n</table>"

    def inlines(self, inlines, node):
        return "".join(self.inline(inline, node) for inline in inlines)

    def inline(self, inline, node):
        kind = inline["type"]
        if kind == "text":
            return html.escape(inline["text"], quote=False)
        if kind == "codeVoice":
            return f"<code>{html.escape(inline['code'], quote=False)}</code>"
        if kind in ("emphasis", "strong"):
            tag = "em" if kind == "emphasis" else "strong"
            return f"<{tag}>{self.inlines(inline['inlineContent'], node)}</{tag}>"
        if kind == "image":
            picture = node["references"][inline["identifier"]]
            name = os.path.basename(picture["variants"][0]["url"])
            source = relative(f"library/{name}", self.page)
            return f'<img src="{html.escape(source)}" alt="{html.escape(picture.get("alt") or "")}">'
        if kind == "reference":
            return self.reference(inline, node)
        raise ValueError(f"{self.page}: the site does not know DocC's '{kind}'")

    def reference(self, inline, node):
        target = node["references"].get(inline["identifier"], {})
        title = html.escape(inline.get("overridingTitle") or target.get("title", ""), quote=False)
        if target.get("kind") == "symbol":
            title = f"<code>{title}</code>"
        home = self.library.homes.get(inline["identifier"])
        if home:
            return f'<a href="{html.escape(relative(home, self.page))}">{title}</a>'
        url = target.get("url", "")
        return f'<a href="{html.escape(url)}">{title}</a>' if url.startswith("https://") else title
