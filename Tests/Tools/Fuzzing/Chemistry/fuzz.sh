#!/usr/bin/env bash
# Look for files of molecules that break a reader or writer of Apps/Molecules/Chemistry, guided by what code they reach: each
# reader for so many seconds, one after the other.
#
# usage: fuzz.sh [SECONDS] [READER...]
#
# READER is molfile, sdfile, rxnfile, rdfile, sketchEl, dataSheet, cdx or index; all of them if none is named.
#
# Begins with the small files of ../shared/corpus/chemical, where they are, and with what an earlier run found, which is
# kept in .build/fuzz-chemistry. An input that breaks the law of Target.swift ends the run, and its path is said.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../../../.."
. Tests/Tools/Fuzzing/rounds.sh

seconds=${1:-60}
shift $(($# > 0 ? 1 : 0))
declare -A folders=([molfile]=mol [sdfile]=sdf [rxnfile]=rxn [rdfile]=rdf [sketchEl]=el [dataSheet]=ds [cdx]=cdx [index]=index)
readers=("$@")
[ ${#readers[@]} -gt 0 ] || readers=(molfile sdfile rxnfile rdfile sketchEl dataSheet cdx index)
for reader in "${readers[@]}"; do
  [ -n "${folders[$reader]:-}" ] || { echo "There is no reader $reader: ${!folders[*]}." >&2; exit 64; }
done
swiftc=$(dirname "$(command -v "${SWIFT:-swift}" || echo /opt/swift/usr/bin/swift)")/swiftc
work=${WORK:-.build/fuzz-chemistry}
mkdir -p "$work"
longest=8192
words=

flags=(-O -sanitize=fuzzer,address -parse-as-library -swift-version 6 -enable-upcoming-feature ExistentialAny
  -enable-upcoming-feature InternalImportsByDefault -enable-upcoming-feature MemberImportVisibility)
state=$(sources_state Apps/Molecules/Chemistry Tests/Tools/Fuzzing/Chemistry)
if [ ! -x "$work/fuzz-$state" ]; then
  rm -rf "$work"/fuzz-* "$work"/spent-*
  find Apps/Molecules/Chemistry -name '*.swift' -print0 | sort -z \
    | xargs -0 "$swiftc" "${flags[@]}" -wmo -module-name Chemistry \
      -emit-module -emit-module-path "$work/Chemistry.swiftmodule" -c -o "$work/Chemistry.o"
  "$swiftc" "${flags[@]}" -wmo -module-name Fuzzing -I "$work" -o "$work/fuzz-$state" \
    Tests/Tools/Fuzzing/Chemistry/Target.swift "$work/Chemistry.o"
fi

for reader in "${readers[@]}"; do
  mkdir -p "$work/seeds/$reader"
  for file in ../shared/corpus/chemical/"${folders[$reader]}"/*; do
    [ -f "$file" ] && [ "$(stat -c %s "$file")" -lt 8000 ] || continue
    cp "$file" "$work/seeds/$reader/$(basename "$file" | md5sum | cut -c1-12)"
  done
  # Two records' places in a file of 16 bytes.
  [ "$reader" != index ] || printf 'ChemIdx1\x011\0\x10\x02\0\x01\x08\x02' >"$work/seeds/index/two"
done

spend "$seconds" "${readers[@]}"
