#!/usr/bin/env bash
# Write molecules with our writers, and have RDKit, Indigo and Open Babel read them: `make others`.
#
# usage: read-by-others.sh SWIFT TEST ARGUMENTS...    the command that runs ChemistryTests
#
# The three come from PyPI into .build/others/python when they are first needed, and stay there. Where there is no Python that makes
# virtual environments, or no network, this says so and is done: then nobody could be asked.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../../.."

work=$PWD/.build/others
python=$work/python/bin/python3
# The versions that explained.tsv speaks of.
packages=(rdkit==2026.9.1 epam.indigo==1.46.0 openbabel-wheel==3.1.1.23)

skip() {
  echo "SKIPPED: RDKit, Indigo and Open Babel weren't asked to read what we write: $1" >&2
  exit 0
}

mkdir -p "$work"
if ! "$python" -c 'import indigo, openbabel, rdkit' 2>/dev/null || [ "$(cat "$work/packages" 2>/dev/null)" != "${packages[*]}" ]; then
  rm -rf "$work/python"
  command -v python3 >/dev/null || skip "there is no python3."
  python3 -m venv "$work/python" >"$work/python.log" 2>&1 || skip "python3 makes no virtual environment ($work/python.log)."
  timeout 300 "$python" -m pip install --quiet --disable-pip-version-check --retries 1 "${packages[@]}" \
    >"$work/pip.log" 2>&1 || skip "pip couldn't install ${packages[*]}: $(grep -v '^WARNING' "$work/pip.log" | tail -1)"
  "$python" -c 'import indigo, openbabel, rdkit' 2>"$work/import.log" || skip "$(tail -1 "$work/import.log")"
  echo "${packages[*]}" >"$work/packages"
fi

rm -rf "$work/files"
CHEMISTRY_EXPORT=$work/files "$@" --filter ChemistryTests.ExportTests >"$work/tests.log" 2>&1 \
  || { cat "$work/tests.log" >&2; exit 1; }
[ -n "$(find "$work/files" -name '*.source.*' -print -quit 2>/dev/null)" ] || { cat "$work/tests.log" >&2; exit 1; }
nice "$python" Tests/ChemistryTests/Tools/read-by-others.py "$work/files" Tests/ChemistryTests/Tools/explained.tsv
