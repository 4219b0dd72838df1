"""unlisted.py CATALOGUE SYMBOLS: names the public symbols and the articles that no Topics section of a catalogue lists.

docc puts them under a heading of its own, by kind, where nobody looks for them. Members are found through their types.
"""

import json
import pathlib
import re
import sys

catalogue = pathlib.Path(sys.argv[1])
symbols = json.loads(pathlib.Path(sys.argv[2]).read_text())["symbols"]

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
sys.exit(1 if missing else 0)
