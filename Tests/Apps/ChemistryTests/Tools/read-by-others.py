#!/usr/bin/env python3
"""Ask RDKit, Indigo and Open Babel whether they read what we wrote as the molecule that we read.

usage: read-by-others.py Directory EXPLAINED

Directory is what ChemistryTests wrote with CHEMISTRY_EXPORT=Directory: per structure NAME.source.ENDING, the file it was read from,
and NAME.v2000.mol, NAME.sdf, NAME.cdx and so on, what we made of it. A program that refuses the source isn't asked about the others.
Two files are the same to a program if it gives them the same canonical SMILES, stereochemistry included, and to RDKit the same S-groups.

EXPLAINED is a table of the differences that aren't ours, with the reason: program, ending and name, between tabs. Any other ends
this with 1.

Needs: obabel beside this Python, and the packages that read-by-others.sh installs.
"""

import collections
import glob
import json
import os
import queue
import select
import subprocess
import sys
import threading

from indigo import Indigo
from openbabel import openbabel
from rdkit import Chem, RDLogger
from rdkit.Chem import AllChem

RDLogger.DisableLog("rdApp.*")
openbabel.obErrorLog.SetOutputLevel(0)
OBABEL = os.path.join(os.path.dirname(sys.executable), "obabel")


def sorted_parts(smiles):
    return ".".join(sorted(smiles.split(".")))


def by_rdkit(path, has_maps=True):
    def text(molecule):
        for atom in [] if has_maps else molecule.GetAtoms():
            atom.SetAtomMapNum(0)
        return Chem.MolToSmiles(molecule).split(".")

    if path.endswith(".rxn"):
        return AllChem.ReactionToSmiles(AllChem.ReactionFromRxnFile(path))
    if path.endswith(".cdx"):
        parameters = Chem.CDXMLParserParams()
        parameters.format = Chem.CDXMLFormat.CDX
        return ".".join(sorted(part for m in Chem.MolsFromCDXMLFile(path, parameters) if m for part in text(m)))
    molecule = next(iter(Chem.SDMolSupplier(path))) if path.endswith(".sdf") else Chem.MolFromMolFile(path)
    return ".".join(sorted(text(molecule)))


def by_rdkit_without_maps(path):
    """A drawing has map numbers only in a reaction."""
    return by_rdkit(path, has_maps=False)


def by_indigo(path):
    indigo = Indigo()
    if path.endswith(".rxn"):
        return indigo.loadReactionFromFile(path).canonicalSmiles().split(" ")[0]
    if path.endswith(".rdf"):
        entry = next(iter(indigo.iterateRDFile(path)))
        if ">>" in entry.smiles():
            return entry.canonicalSmiles().split(" ")[0]
        molecule = indigo.loadMolecule(entry.rawData().split("\n$DTYPE")[0].split("$MFMT\n")[-1])
    elif path.endswith(".sdf"):
        molecule = indigo.loadMolecule(next(iter(indigo.iterateSDFile(path))).rawData())
    else:
        molecule = indigo.loadMoleculeFromFile(path)
    # A molfile may say that it is of either enantiomer, and Indigo then chooses one; a drawing can't say that.
    for center in molecule.iterateStereocenters():
        if center.stereocenterType() in (Indigo.AND, Indigo.OR):
            center.changeStereocenterType(Indigo.ABS)
    return molecule.canonicalSmiles().split(" ")[0]


def by_open_babel(path):
    if path.endswith(".cdx"):
        # The Python module reads CDX as text.
        run = subprocess.run([OBABEL, "-icdx", path, "-ocan"], capture_output=True, text=True, timeout=60)
        return sorted_parts(".".join(line.split("\t")[0].strip() for line in run.stdout.splitlines()))
    conversion = openbabel.OBConversion()
    conversion.SetInAndOutFormats(os.path.splitext(path)[1][1:], "can")
    molecule = openbabel.OBMol()
    if not conversion.ReadFile(molecule, path):
        raise ValueError("not read")
    return sorted_parts(conversion.WriteString(molecule).split("\t")[0].strip())


def groups_by_rdkit(path):
    """The S-groups as RDKit has them, as text."""
    if not path.endswith(".mol"):
        return ""
    molecule = Chem.MolFromMolFile(path, sanitize=False)
    groups = []
    kinds = {group.GetUnsignedProp("index"): group.GetProp("TYPE") for group in Chem.GetMolSubstanceGroups(molecule)}
    for group in Chem.GetMolSubstanceGroups(molecule):
        values = group.GetPropsAsDict()
        names = ("TYPE", "LABEL", "MULT", "CONNECT", "SUBTYPE", "FIELDNAME", "CLASS", "BRKTYP")
        parts = [f"{name}={values[name]}" for name in names if name in values]
        # Groups may be numbered anew.
        parts += [f"in {kinds.get(values['PARENT'], '?')}"] if "PARENT" in values else []
        parts += [str(sorted(group.GetAtoms())), str(sorted(group.GetBonds())), str(sorted(group.GetParentAtoms()))]
        parts += [line.strip() for line in group.GetStringVectProp("DATAFIELDS")] if group.HasProp("DATAFIELDS") else []
        parts.append(str([[(round(point.x, 3), round(point.y, 3)) for point in list(bracket)[:2]] for bracket in group.GetBrackets()]))
        groups.append(" ".join(parts))
    return "\n".join(sorted(groups))


PROGRAMS = {"rdkit": by_rdkit, "rdkit-drawing": by_rdkit_without_maps, "indigo": by_indigo, "openbabel": by_open_babel, "rdkit-groups": groups_by_rdkit}
# Those that a program can't read at all.
UNREADABLE = {("openbabel", ".rxn"), ("openbabel", ".rdf"), ("rdkit", ".rdf")}
LIMIT = 180  # seconds for all that was made of one file; long, because the machine may be busy


def answer(program, path):
    try:
        return PROGRAMS[program](path)
    except Exception as error:  # Each program has exceptions of its own.
        return "refused: " + (str(error).splitlines() or [type(error).__name__])[0][:80]


def look(source):
    """Compares all that was made of one file; returns (program, ending, name, state, expected, found)."""
    name, kind = source.rsplit(".source", 1)
    rows = []
    for program in PROGRAMS:
        if (program, kind) in UNREADABLE or program == "rdkit-drawing":
            continue
        expected = answer(program, source)
        if expected.startswith("refused") or not expected:
            rows.append((program, kind, os.path.basename(name), "source refused", "", ""))
            continue
        for path in sorted(glob.glob(glob.escape(name) + ".*")):
            ending = path[len(name):]
            if path == source or (program, os.path.splitext(path)[1]) in UNREADABLE:
                continue
            if program == "rdkit-groups" and not ending.endswith(".mol"):
                continue
            pair = (expected, answer(program, path))
            if program == "rdkit" and ".cdx" in (kind, os.path.splitext(path)[1]):
                pair = (answer("rdkit-drawing", source), answer("rdkit-drawing", path))
            rows.append((program, ending, os.path.basename(name), "same" if pair[0] == pair[1] else "other", *pair))
    return rows


def all_rows(sources):
    """Has two processes look at the files, which may hang or crash in the programs' own code: then the file is refused."""
    waiting = queue.SimpleQueue()
    for source in sources:
        waiting.put(source)
    done = queue.SimpleQueue()

    def work():
        process = None
        while True:
            try:
                source = waiting.get_nowait()
            except queue.Empty:
                break
            if process is None or process.poll() is not None:
                process = subprocess.Popen(
                    [sys.executable, __file__, "--look"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
            process.stdin.write(source + "\n")
            process.stdin.flush()
            isInTime = select.select([process.stdout], [], [], LIMIT)[0]
            line = process.stdout.readline() if isInTime else ""
            if line:
                done.put(json.loads(line))
                continue
            process.kill()
            process.wait()
            # One that crashes over what we wrote is told of; of one that is late nothing is known.
            state = "other" if isInTime else "late"
            done.put([("all", "", os.path.basename(source), state, "", "crashed" if isInTime else "late")])
        if process is not None:
            process.stdin.close()
            process.wait()
        done.put(None)

    for _ in range(2):
        threading.Thread(target=work, daemon=True).start()
    for _ in range(2):
        while (rows := done.get()) is not None:
            yield rows


def main():
    if sys.argv[1:] == ["--look"]:
        # The programs print on standard output now and then.
        answers = os.fdopen(os.dup(1), "w")
        os.dup2(2, 1)
        for line in sys.stdin:
            print(json.dumps(look(line.rstrip("\n"))), file=answers, flush=True)
        return
    folder, explained = sys.argv[1:]
    with open(explained, encoding="utf-8") as table:
        lines = [line.rstrip("\n").split("\t") for line in table if line.strip() and not line.startswith("#")]
    reasons = {tuple(line[:3]): line[3] for line in lines}
    counts = collections.Counter()
    unexplained = 0
    met = set()
    sources = sorted(glob.glob(folder + "/*.source.*"))
    for rows in all_rows(sources):
        for program, ending, name, state, expected, found in rows:
            if state == "other":
                # The number in front is the order in which it was written.
                key = (program, ending, name.split("-", 1)[1])
                if key in reasons:
                    met.add(key)
                    state = "other, explained"
                else:
                    unexplained += 1
                    print("OTHER", *key, *(text[:300].replace("\n", " | ") for text in (expected, found)), sep="\t")
            counts[program, ending, state] += 1
    for key in sorted(counts):
        print(*key, counts[key], sep="\t")
    for key in sorted(set(reasons) - met):
        print("Explained, and not met:", *key, sep="\t")
    print(f"{len(sources)} files; {unexplained} differences that nobody has explained.")
    sys.exit(1 if unexplained or not sources else 0)


if __name__ == "__main__":
    main()
