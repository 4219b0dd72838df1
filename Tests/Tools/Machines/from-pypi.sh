#!/usr/bin/env bash
# from-pypi.sh NAME MODULES PACKAGE...: says the path of a Python that has packages from PyPI.
#
# It lies in .build/others/NAME, is made when it is first needed, and stays. MODULES are what it must be able to import. Where there is no
# Python that makes virtual environments, or no network, nothing is said but the reason, on standard error.
set -euo pipefail
name=$1 modules=$2
shift 2
work=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../.." && pwd)/.build/others
python=$work/$name/bin/python3

skip() {
  echo "SKIPPED: $* can't be asked: $reason" >&2
  exit 0
}

mkdir -p "$work"
if ! "$python" -c "import $modules" 2>/dev/null || [ "$(cat "$work/$name/packages")" != "$*" ]; then
  rm -rf "${work:?}/$name"
  reason="there is no python3."
  command -v python3 >/dev/null || skip "$@"
  reason="python3 makes no virtual environment ($work/$name.log)."
  python3 -m venv "$work/$name" >"$work/$name.log" 2>&1 || skip "$@"
  reason="pip couldn't install them ($work/$name.log)."
  timeout 600 "$python" -m pip install --quiet --disable-pip-version-check --retries 1 "$@" >"$work/$name.log" 2>&1 || skip "$@"
  reason="they can't be imported ($work/$name.log)."
  "$python" -c "import $modules" 2>"$work/$name.log" || skip "$@"
  echo "$*" >"$work/$name/packages"
fi
echo "$python"
