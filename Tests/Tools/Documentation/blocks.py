#!/usr/bin/env python3
"""blocks.py BUILD [PAGE…]: compiles the Swift blocks of README, CONTRIBUTING, the articles and the applications' READMEs.

BUILD is a debug folder in which the libraries are built. Each block is compiled as a program of its own that has nothing but
`import Reprise`, unless Frames has a frame for it: PAGE.swift for all of a page's blocks, PAGE.2.swift for the second alone. A frame says
what the page takes for granted: the block goes where it has the line `// The block.`, and what follows its line `// In place of “…”:`
goes where the block has a line of its own that says “…”. A frame is as somebody writes who uses the library: it sees what is public.

The compiler's errors name the page and its line. A package's manifest, and tests of its target, are left to Tests/Tools/Consumer, which builds them.
"""

import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

TOP = pathlib.Path(__file__).resolve().parents[3]
FRAMES = pathlib.Path(__file__).resolve().parent / "Frames"
PAGES = ["README.md", "CONTRIBUTING.md", "Sources/*/*.docc/*.md", "Apps/Molecules/*/*.docc/*.md", "Apps/*/README.md"]
BLOCK, ELISION = "// The block.\n", "// In place of “…”:\n"


def blocks(page):
    """The Swift blocks of a page: the number of the first line of each, and its text."""
    found, start = [], None
    for number, line in enumerate(page.read_text().splitlines(), 1):
        if start is None and line.startswith("```"):
            start, kind, lines = number, line[3:].strip(), []
        elif start is not None and line == "```":
            if kind == "swift":
                found.append((start + 1, "".join(text + "\n" for text in lines)))
            start = None
        elif start is not None:
            lines.append(line)
    if start is not None:
        sys.exit(f"{page.relative_to(TOP)}:{start}: this block has no end")
    return found


def frame(page, number):
    """The frame of a page's block, or the one that does for all that need none."""
    name = page.stem if page.stem != "README" or page.parent == TOP else page.parent.name
    own, common = FRAMES / f"{name}.{number}.swift", FRAMES / f"{name}.swift"
    for path in (own, common):
        if path.exists():
            return path, path.read_text()
    return None, "import Reprise\n" + BLOCK


def program(page, number, line, text):
    path, whole = frame(page, number)
    where = f"{page.relative_to(TOP)}:{line}"
    around, _, elided = whole.partition(ELISION)
    before, mark, after = around.partition(BLOCK)
    if not mark:
        sys.exit(f"{path}: no line says {BLOCK.strip()!r}")
    left_out = list(re.finditer(r"(?m)^\s*…\n", text))
    if len(left_out) > 1:
        sys.exit(f"{where}: two lines are left out; a frame can fill one")
    for match in left_out:
        rest = line + text[: match.end()].count("\n")
        text = (
            f"{text[: match.start()]}#sourceLocation()\n{elided}"
            f'#sourceLocation(file: "{page.relative_to(TOP)}", line: {rest})\n{text[match.end() :]}'
        )
    source = f'#sourceLocation(file: "{page.relative_to(TOP)}", line: {line})\n'
    return path, before + source + text + "#sourceLocation()\n" + after


def main():
    build = pathlib.Path(sys.argv[1]).resolve()
    pages = [TOP / name for name in sys.argv[2:]] or sorted(
        page for pattern in PAGES for page in TOP.glob(pattern)
    )
    swift = shutil.which(os.environ.get("SWIFT", "swift"))
    if not swift:
        sys.exit("There is no swift; say where it is: SWIFT=PATH")
    tools = pathlib.Path(swift).resolve().parent
    swiftc = str(tools / "swiftc") if (tools / "swiftc").exists() else "swiftc"
    maps = [*build.glob("C*.build/module.modulemap"), *TOP.glob("Sources/*/module.modulemap")]
    command = [swiftc, "-typecheck", "-suppress-warnings", "-swift-version", "6", "-I", str(build / "Modules")]
    for path in maps:
        command += ["-Xcc", f"-fmodule-map-file={path}"]
    for folder in (tools.parent / "lib/swift").glob("host/plugins/testing"):
        command += ["-plugin-path", str(folder)]

    def compile(job):
        where, frame, text = job
        with tempfile.TemporaryDirectory(prefix="reprise-block-") as folder:
            # A single file of this name may have statements at its top.
            path = pathlib.Path(folder) / "main.swift"
            path.write_text(text)
            done = subprocess.run([*command, str(path)], cwd=TOP, capture_output=True, text=True)
            said = (done.stdout + done.stderr).replace(str(path), str(frame or where))
        return done.returncode == 0, where, said

    jobs, used = [], set()
    for page in pages:
        for number, (line, text) in enumerate(blocks(page), 1):
            if text.startswith(("// swift-tools-version", "@testable import")):
                continue
            path, whole = program(page, number, line, text)
            used.add(path)
            jobs.append((f"{page.relative_to(TOP)}:{line}", path and path.relative_to(TOP), whole))
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for is_good, where, said in pool.map(compile, jobs):
            if not is_good:
                failed += 1
                print(f"{where}: this block doesn't compile:\n{said}", file=sys.stderr)
    unused = [] if sys.argv[2:] else sorted(path.name for path in set(FRAMES.glob("*")) - used)
    if unused:
        print(f"Frames without a block: {' '.join(unused)}", file=sys.stderr)
    if not jobs:
        print("No page has a block.", file=sys.stderr)
    if failed or unused or not jobs:
        sys.exit(1)
    print(f"{len(jobs)} blocks compile.")


main()
