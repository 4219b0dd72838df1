#!/usr/bin/env bash
# Write molecules with our writers, and have RDKit, Indigo and Open Babel read them: `make others`.
#
# usage: read-by-others.sh SWIFT TEST ARGUMENTS...    the command that runs ChemistryTests
#
# The three come from PyPI (Tests/Tools/Machines/from-pypi.sh); where they can't be had this says so and is done.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../../../.."

work=$PWD/.build/others
python=$(Tests/Tools/Machines/from-pypi.sh chemistry indigo,openbabel,rdkit rdkit==2026.9.1 epam.indigo==1.46.0 openbabel-wheel==3.1.1.23)
[ -n "$python" ] || exit 0

rm -rf "$work/files"
CHEMISTRY_EXPORT=$work/files "$@" --filter ChemistryTests.ExportTests >"$work/tests.log" 2>&1 \
  || { cat "$work/tests.log" >&2; exit 1; }
[ -n "$(find "$work/files" -name '*.source.*' -print -quit 2>/dev/null)" ] || { cat "$work/tests.log" >&2; exit 1; }
nice "$python" Tests/Apps/ChemistryTests/Tools/read-by-others.py "$work/files" Tests/Apps/ChemistryTests/Tools/explained.tsv
