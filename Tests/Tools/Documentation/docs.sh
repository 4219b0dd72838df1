#!/usr/bin/env bash
# docs.sh BUILD [Directory]: converts each library's catalogue into Directory/LIBRARY.doccarchive (.build/docs unless named).
#
# BUILD is a debug folder in which the libraries are built; `make docs` says which. A warning of docc's fails, and so does a public
# symbol or an article that no catalogue's Topics list: it could be found by its name alone. A public symbol without a doc comment fails
# too. Links from one library to another's symbol can't be resolved, as each archive has one library; single backticks name such a symbol.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../../.."
build=${1:?"say where the libraries are built"}
folder=${2:-.build/docs}
swift=${SWIFT:-swift}
tools=$(dirname "$(realpath "$(command -v "$swift")")")

# A tool that belongs to this compiler; in PATH where swift is a launcher's, and where only xcrun finds it with Xcode.
tool() {
  if [ -x "$tools/$1" ]; then echo "$tools/$1"; else command -v "$1" || xcrun --find "$1" 2>/dev/null; fi
}

# Debian's swiftlang comes without docc. Whoever asks for documentation and gets none has to hear it, CI above all.
docc=$(tool docc) || {
  echo "This Swift ($tools) has no docc, so nothing was converted. Swift from swift.org has it: make docs SWIFT=PATH" >&2
  exit 1
}

extract=$(tool swift-symbolgraph-extract)
target=$("$swift" -print-target-info | sed -n 's/^ *"triple": "\([^"]*\)".*/\1/p' | head -n 1)
options=(-target "$target" -I "$build/Modules" -minimum-access-level public -skip-inherited-docs)
[ "$(uname)" != Darwin ] || options+=(-sdk "$(xcrun --show-sdk-path)")
# The targets in C: SwiftPM writes a map for each, except where the sources bring one.
for map in "$build"/C*.build/module.modulemap Sources/*/module.modulemap; do
  options+=(-Xcc "-fmodule-map-file=$map")
done

symbols=$(mktemp -d "${TMPDIR:-/tmp}/reprise-docs-XXXXXX")
trap 'rm -rf "$symbols"' EXIT
mkdir -p "$folder"
failed=()
for catalogue in Sources/*/*.docc Apps/Molecules/*/*.docc; do
  name=$(basename "$catalogue" .docc)
  rm -rf "$folder/$name.doccarchive"
  mkdir "$symbols/$name"
  "$extract" -module-name "$name" "${options[@]}" -output-dir "$symbols/$name"
  # What a library adds to others' types belongs to their documentation.
  rm -f "$symbols/$name"/*@*
  "$docc" convert "$catalogue" --additional-symbol-graph-dir "$symbols/$name" --fallback-display-name "$name" \
    --fallback-bundle-identifier "$name" --warnings-as-errors --output-path "$folder/$name.doccarchive" ||
    failed+=("$name")
  python3 Tests/Tools/Documentation/unlisted.py "$catalogue" "$symbols/$name/$name.symbols.json" || failed+=("$name")
done
[ ${#failed[@]} = 0 ] || {
  echo "docc warns, the Topics have a gap, or a comment is missing, in: $(printf '%s\n' "${failed[@]}" | sort -u | xargs)" >&2
  exit 1
}
echo "Converted into $folder: $(ls "$folder" | xargs)"
