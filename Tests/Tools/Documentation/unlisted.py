"""unlisted.py CATALOGUE SYMBOLS: names the public symbols and the articles that no Topics section of a catalogue lists, and the public
symbols without a doc comment.

docc puts what isn't listed under a heading of its own, by kind, where nobody looks for it. Members are found through their types.

A doc comment is needed by every symbol, members, cases and requirements included, but by none whose page says it otherwise: a witness or
a default implementation, which has its requirement's, and a member that a type has from another module's protocol. In the source, an
ordinary comment between a doc comment and its symbol parts them.
"""

import json
import os
import pathlib
import re
import sys
import urllib.parse

catalogue = pathlib.Path(sys.argv[1])
graph = json.loads(pathlib.Path(sys.argv[2]).read_text())
symbols = graph["symbols"]

listed = set()
articles = set()
for page in catalogue.glob("*.md"):
    text = page.read_text()
    if page.stem != catalogue.stem:
        articles.add(page.stem)
    for line in text.partition("\n## Topics\n")[2].splitlines():
        listed.update(re.findall(r"^- (?:``([^`]+)``|<doc:([^>]+)>)", line))
listed = {symbol or article for symbol, article in listed}

# A function is listed as `name(_:)`, whatever its kind.
public = {symbol["pathComponents"][0] for symbol in symbols if len(symbol["pathComponents"]) == 1}
missing = sorted((public | articles) - listed)
for name in missing:
    print(f"{catalogue}: no Topics section lists {name}", file=sys.stderr)

# Relationships say where a symbol's documentation comes from, if it isn't its own.
inherited = {relation["source"] for relation in graph["relationships"] if "sourceOrigin" in relation}


def place(symbol):
    """The file and line of a symbol, as compilers write them; the catalogue where the graph doesn't say."""
    location = symbol.get("location")
    if not location:
        return str(catalogue)
    path = urllib.parse.unquote(location["uri"].removeprefix("file://"))
    return f"{os.path.relpath(path)}:{location['position']['line'] + 1}"


undocumented = sorted(
    f"{place(symbol)}: no doc comment: {'.'.join(symbol['pathComponents'])}"
    for symbol in symbols
    if "docComment" not in symbol
    and "::SYNTHESIZED::" not in symbol["identifier"]["precise"]
    and symbol["identifier"]["precise"] not in inherited
)
for line in undocumented:
    print(line, file=sys.stderr)
sys.exit(1 if missing or undocumented else 0)
