#!/usr/bin/env python3
"""Ask RDKit, Indigo and Open Babel whether they read what we wrote as the molecule that we read.

usage: read-by-others.py FOLDER

FOLDER is what ChemistryTests wrote with CHEMISTRY_EXPORT=FOLDER: per molecule NAME.source.mol, the file it was read
from, and NAME.v2000.mol, NAME.v3000.mol, NAME.sdf and NAME.cdx, what we made of it; per reaction the same with .rxn. A program that refuses the source
isn't asked about the others.

Needs: obabel in PATH, pip install rdkit epam.indigo openbabel-wheel
"""

import collections
import glob
import os
import subprocess
import sys

from indigo import Indigo
from openbabel import openbabel
from rdkit import Chem, RDLogger
from rdkit.Chem import AllChem

RDLogger.DisableLog("rdApp.*")
openbabel.obErrorLog.SetOutputLevel(0)


def by_rdkit(path):
    if path.endswith(".rxn"):
        reaction = AllChem.ReactionFromRxnFile(path)
        return AllChem.ReactionToSmiles(reaction)
    if path.endswith(".cdx"):
        parameters = Chem.CDXMLParserParams()
        parameters.format = Chem.CDXMLFormat.CDX
        parts = [m for m in Chem.MolsFromCDXMLFile(path, parameters) if m]
        return ".".join(sorted(s for m in parts for s in Chem.MolToSmiles(m).split(".")))
    if path.endswith(".sdf"):
        molecule = next(iter(Chem.SDMolSupplier(path)))
    else:
        molecule = Chem.MolFromMolFile(path)
    return ".".join(sorted(Chem.MolToSmiles(molecule).split(".")))


def by_indigo(path):
    indigo = Indigo()
    if path.endswith(".rxn"):
        return indigo.loadReactionFromFile(path).canonicalSmiles().split(" ")[0]
    if path.endswith(".cdx"):
        molecule = indigo.loadMoleculeFromFile(path)
    elif path.endswith(".sdf"):
        molecule = next(iter(indigo.iterateSDFile(path)))
    else:
        molecule = indigo.loadMoleculeFromFile(path)
    return molecule.canonicalSmiles().split(" ")[0]


def by_open_babel(path):
    if path.endswith(".cdx"):
        # The Python module reads CDX as text.
        run = subprocess.run(["obabel", "-icdx", path, "-ocan"], capture_output=True, text=True)
        parts = [line.split("\t")[0].strip() for line in run.stdout.splitlines()]
        return ".".join(sorted(".".join(parts).split(".")))
    conversion = openbabel.OBConversion()
    kind = os.path.splitext(path)[1][1:]
    conversion.SetInAndOutFormats(kind, "can")
    molecule = openbabel.OBMol()
    if not conversion.ReadFile(molecule, path):
        raise ValueError("not read")
    return ".".join(sorted(conversion.WriteString(molecule).split("\t")[0].strip().split(".")))


ENDINGS = (".v2000.mol", ".v3000.mol", ".sdf", ".cdx", ".smallest.rxn", ".v3000.rxn")


def answer(program, path):
    try:
        return program(path)
    except Exception as error:  # Each program has exceptions of its own.
        return "refused: " + str(error).splitlines()[0][:80] if str(error) else "refused"


def main():
    folder = sys.argv[1]
    counts = collections.Counter()
    programs = [("rdkit", by_rdkit), ("indigo", by_indigo), ("openbabel", by_open_babel)]
    for source in sorted(glob.glob(folder + "/*.source.*")):
        name = source[: -len(".source.mol")]
        for title, program in programs:
            if source.endswith(".rxn") and title == "openbabel":
                continue
            expected = answer(program, source)
            if expected.startswith("refused") or not expected:
                counts[title, "source refused"] += 1
                continue
            for ending in ENDINGS:
                if not os.path.exists(name + ending):
                    continue
                found = answer(program, name + ending)
                same = found == expected
                counts[title, ending, "same" if same else "other"] += 1
                if not same:
                    print(title, ending, os.path.basename(name), expected[:90], found[:90], sep="\t")
    for key in sorted(counts):
        print(*key, counts[key], file=sys.stderr)


main()
