#!/usr/bin/env python3
"""Sees that comments speak the field's language: no idiom of the list below, no line over 100 columns, no type named
Problem. CONTRIBUTING.md, Terms, says what to write instead.

usage: language.py, in the package's folder
"""
import pathlib
import re
import sys

idioms = re.compile(
    r"\b(nobody|somebody|anybody|whoever|anew|by then|what is|those who|the one who|one's own|is to be had|at once more|"
    r"lets? go of|is told|are told|tells? of)\b", re.I)

wrong = 0
for file in sorted(path for root in ("Sources", "Apps") for path in pathlib.Path(root).rglob("*.swift")):
    fenced = False
    for number, line in enumerate(file.read_text().splitlines(), 1):
        text = line.strip()
        found = []
        if text.startswith("//"):
            comment = text.lstrip("/")
            fence = comment.strip().startswith("```")
            # An example's line is the compiler's business.
            example = fenced or fence or comment.startswith("     ")
            fenced ^= fence
            if not example and (idiom := idioms.search(comment)):
                found.append(f"“{idiom[0]}”")
            if len(line) > 100:
                found.append(f"{len(line)} columns")
        elif match := re.match(r"(?:\w+ )*(?:class|struct|enum|actor|protocol) (\w*Problem)\b", text):
            found.append(f"{match[1]} is an error")
        for each in found:
            print(f"{file}:{number}: {each}", file=sys.stderr)
        wrong += len(found)
sys.exit(1 if wrong else 0)
