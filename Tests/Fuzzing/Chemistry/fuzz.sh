#!/usr/bin/env bash
# Look for files of molecules that break a reader or writer of Sources/Chemistry, guided by what code they reach.
#
# usage: fuzz.sh [SECONDS]
#
# Begins with the small files of ../shared/corpus/chemical, where they are, and with what an earlier run found, which is
# kept in .build/fuzz-chemistry. An input that breaks the law of Target.swift ends the run, and its path is said.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../../.."

seconds=${1:-60}
swiftc=$(dirname "$(command -v "${SWIFT:-swift}" || echo /opt/swift/usr/bin/swift)")/swiftc
work=${WORK:-.build/fuzz-chemistry}
mkdir -p "$work/found" "$work/seeds" "$work/broken"

flags=(-O -sanitize=fuzzer,address -parse-as-library -swift-version 6 -enable-upcoming-feature ExistentialAny
  -enable-upcoming-feature InternalImportsByDefault -enable-upcoming-feature MemberImportVisibility)
find Sources/Chemistry -name '*.swift' -print0 | sort -z \
  | xargs -0 "$swiftc" "${flags[@]}" -wmo -module-name Chemistry \
    -emit-module -emit-module-path "$work/Chemistry.swiftmodule" -c -o "$work/Chemistry.o"
"$swiftc" "${flags[@]}" -wmo -module-name Fuzzing -I "$work" -o "$work/fuzz" \
  Tests/Fuzzing/Chemistry/Target.swift "$work/Chemistry.o"

# The byte that chooses the format, in the order of ChemicalFormat.
number=0
for folder in mol sdf rxn rdf el ds cdx; do
  for file in ../shared/corpus/chemical/$folder/*; do
    [ -f "$file" ] && [ "$(stat -c %s "$file")" -lt 8000 ] || continue
    { printf "\\x0$number"; cat "$file"; } >"$work/seeds/$folder-$(basename "$file" | md5sum | cut -c1-12)"
  done
  number=$((number + 1))
done

# Swift's own report of a trap would keep libFuzzer from keeping the input.
export SWIFT_BACKTRACE=enable=no
nice -n 19 "$work/fuzz" -timeout=20 -rss_limit_mb=2048 -max_len=8192 -max_total_time="$seconds" \
  -artifact_prefix="$work/broken/" -print_final_stats=1 "$work/found" "$work/seeds" \
  || { echo "The law is broken; the input is in $work/broken." >&2; exit 1; }
