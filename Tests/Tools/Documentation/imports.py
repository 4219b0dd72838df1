#!/usr/bin/env python3
"""Sees that every target imports what Package.swift lists for it, and nothing else. SwiftPM lets pass what is a dependency of a dependency.

A program may be listed without an import: tests start it.

usage: imports.py, in the package's folder
"""
import pathlib
import re
import sys

package = pathlib.Path("Package.swift").read_text()
targets = re.findall(
    r'\.(target|executableTarget|testTarget|systemLibrary)\(\s*name: "(\w+)"(.*?)(?=\n    \.\w+\(|\n    //|\n  \]\n\))', package, re.S)
names = {name for _, name, _ in targets}
programs = {name for kind, name, _ in targets if kind == "executableTarget"}
imported = re.compile(r"(?:@\w+(?:\(\w+\))? )*(?:public |package |internal |private )?import (?:\w+ )?(\w+)")

wrong = 0
for kind, name, rest in targets:
    listed = re.search(r"dependencies: \[(.*?)\]", rest, re.S)
    listed = set(re.findall(r'"(\w+)"', listed[1])) if listed else set()
    path = re.search(r'path: "([^"]+)"', rest)
    path = path[1] if path else ("Tests/" if kind == "testTarget" else "Sources/") + name
    unused = listed - programs
    excluded = re.search(r"exclude: \[(.*?)\]", rest, re.S)
    excluded = re.findall(r'"([^"]+)"', excluded[1]) if excluded else []
    for file in sorted(pathlib.Path(path).rglob("*.swift")):
        if file.relative_to(path).parts[0] in excluded:
            continue
        for line in file.read_text().splitlines():
            found = imported.match(line.strip())
            unused -= {found[1]} if found else set()
            if found and found[1] in names - listed:
                print(f"{file}: Package.swift lists no {found[1]} for {name}", file=sys.stderr)
                wrong += 1
    # A target of C has no imports that are looked at here.
    if any(pathlib.Path(path).rglob("*.swift")):
        for dependency in sorted(unused):
            print(f"{path}: nothing imports {dependency}, which Package.swift lists", file=sys.stderr)
            wrong += 1
if len(names) < 20:
    sys.exit("imports.py: Package.swift isn't understood")
sys.exit(1 if wrong else 0)
