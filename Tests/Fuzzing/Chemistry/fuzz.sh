#!/usr/bin/env bash
# Look for files of molecules that break a reader or writer of Sources/Chemistry, guided by what code they reach: each
# reader for so many seconds, one after the other.
#
# usage: fuzz.sh [SECONDS] [READER...]
#
# READER is molfile, sdfile, rxnfile, rdfile, sketchEl, dataSheet, cdx or index; all of them if none is named. A reader's time
# is spent in rounds of two minutes at most, and what was spent on it is noted: whoever is interrupted says the same again, and
# it goes on from there, until Sources/Chemistry changes.
#
# Begins with the small files of ../shared/corpus/chemical, where they are, and with what an earlier run found, which is
# kept in .build/fuzz-chemistry. An input that breaks the law of Target.swift ends the run, and its path is said.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../../.."

seconds=${1:-60}
shift $(($# > 0 ? 1 : 0))
declare -A folders=([molfile]=mol [sdfile]=sdf [rxnfile]=rxn [rdfile]=rdf [sketchEl]=el [dataSheet]=ds [cdx]=cdx [index]=index)
readers=("$@")
[ ${#readers[@]} -gt 0 ] || readers=(molfile sdfile rxnfile rdfile sketchEl dataSheet cdx index)
for reader in "${readers[@]}"; do
  [ -n "${folders[$reader]:-}" ] || { echo "There is no reader $reader: ${!folders[*]}." >&2; exit 64; }
done
round=120
swiftc=$(dirname "$(command -v "${SWIFT:-swift}" || echo /opt/swift/usr/bin/swift)")/swiftc
work=${WORK:-.build/fuzz-chemistry}
mkdir -p "$work/broken"

flags=(-O -sanitize=fuzzer,address -parse-as-library -swift-version 6 -enable-upcoming-feature ExistentialAny
  -enable-upcoming-feature InternalImportsByDefault -enable-upcoming-feature MemberImportVisibility)
state=$(find Sources/Chemistry Tests/Fuzzing/Chemistry -name '*.swift' -print0 | sort -z | xargs -0 cat | sha256sum | cut -c1-16)
if [ ! -x "$work/fuzz-$state" ]; then
  rm -rf "$work"/fuzz-* "$work"/spent-*
  find Sources/Chemistry -name '*.swift' -print0 | sort -z \
    | xargs -0 "$swiftc" "${flags[@]}" -wmo -module-name Chemistry \
      -emit-module -emit-module-path "$work/Chemistry.swiftmodule" -c -o "$work/Chemistry.o"
  "$swiftc" "${flags[@]}" -wmo -module-name Fuzzing -I "$work" -o "$work/fuzz-$state" \
    Tests/Fuzzing/Chemistry/Target.swift "$work/Chemistry.o"
fi
mkdir -p "$work/spent-$state"

# Swift's own report of a trap would keep libFuzzer from keeping the input.
export SWIFT_BACKTRACE=enable=no

# usage: look READER SECONDS
look() {
  local reader=$1 folder=${folders[$1]} status=0
  mkdir -p "$work/found/$reader" "$work/seeds/$reader"
  for file in ../shared/corpus/chemical/"$folder"/*; do
    [ -f "$file" ] && [ "$(stat -c %s "$file")" -lt 8000 ] || continue
    cp "$file" "$work/seeds/$reader/$(basename "$file" | md5sum | cut -c1-12)"
  done
  # Two records' places in a file of 16 bytes.
  [ "$reader" != index ] || printf 'ChemIdx1\x011\0\x10\x02\0\x01\x08\x02' >"$work/seeds/index/two"
  FUZZED_READER=$reader nice -n 19 "$work/fuzz-$state" -timeout=20 -rss_limit_mb=2048 -max_len=8192 \
    -max_total_time="$2" -artifact_prefix="$work/broken/$reader-" -print_final_stats=1 \
    "$work/found/$reader" "$work/seeds/$reader" >"$work/$reader.log" 2>&1 || status=$?
  if [ "$status" != 0 ]; then
    tail -30 "$work/$reader.log" >&2
    echo "The law is broken by the reader $reader; the input is in $work/broken." >&2
    exit 1
  fi
}

for reader in "${readers[@]}"; do
  note=$work/spent-$state/$reader
  spent=$(cat "$note" 2>/dev/null || echo 0)
  while [ "$spent" -lt "$seconds" ]; do
    part=$((seconds - spent < round ? seconds - spent : round))
    look "$reader" "$part"
    spent=$((spent + part))
    echo "$spent" >"$note"
  done
  runs=$(grep -s number_of_executed_units "$work/$reader.log" | grep -o '[0-9]*$' || echo 0)
  echo "$reader: $spent s, $runs inputs in the last round, $(find "$work/found/$reader" -type f | wc -l) kept."
done
