#!/usr/bin/env bash
# Look for bytes that break the laws of reading (Tests/RestorationTests/Fuzzing), guided by what code they
# reach.
#
# usage: fuzz.sh [SECONDS]
#
# Begins with the corpus that the tests have, Tests/RestorationTests/Corpus, and with what an earlier run
# found, which is kept in .build/fuzz. An input that breaks a law ends the run, and its path is said: put it
# into the corpus once the law holds again. With MINIMISE=1 the corpus is replaced afterwards by few
# inputs that reach as much.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

seconds=${1:-60}
swiftc=$(dirname "$(command -v "${SWIFT:-swift}" || echo /opt/swift/usr/bin/swift)")/swiftc
corpus=Tests/RestorationTests/Corpus
work=.build/fuzz
mkdir -p "$work/found" "$work/broken"

# Two modules, as in the tests, so that the laws are the same files. Optimised code reads past the end of a
# buffer without a word, so the address sanitizer looks on.
flags=(-O -sanitize=fuzzer,address -parse-as-library -swift-version 6 -enable-upcoming-feature ExistentialAny
  -enable-upcoming-feature InternalImportsByDefault -enable-upcoming-feature MemberImportVisibility)
find Sources/Restoration -name '*.swift' -print0 | sort -z \
  | xargs -0 "$swiftc" "${flags[@]}" -wmo -enable-testing -module-name Restoration \
    -emit-module -emit-module-path "$work/Restoration.swiftmodule" -c -o "$work/Restoration.o"
"$swiftc" "${flags[@]}" -wmo -module-name Fuzzing -I "$work" -o "$work/fuzz" \
  Tests/Fuzzing/Target.swift Tests/RestorationTests/Fuzzing/*Laws*.swift \
  Tests/RestorationTests/Fuzzing/DamagedFile.swift "$work/Restoration.o"

# An input may take a minute: the largest takes 0.2 s, but at this priority others go first. Of the 2 GiB most
# are the sanitizer's.
# Swift's own report of a trap would keep libFuzzer from keeping the input.
status=0
export SWIFT_BACKTRACE=enable=no
fuzz=(nice -n 19 "$work/fuzz" -timeout=60 -rss_limit_mb=2048 -max_len=4096)
"${fuzz[@]}" -max_total_time="$seconds" \
  -dict=Tests/Fuzzing/words.dict -artifact_prefix="$work/broken/" -print_final_stats=1 \
  "$work/found" "$corpus" || status=$?
if [ "$status" != 0 ]; then
  echo "A law is broken; the input is in $work/broken." >&2
  exit "$status"
fi

if [ -n "${MINIMISE:-}" ]; then
  rm -rf "$work/minimal"
  mkdir "$work/minimal"
  "${fuzz[@]}" -set_cover_merge=1 -use_counters=0 "$work/minimal" "$corpus" "$work/found"
  rm -f "$corpus"/*
  cp "$work/minimal"/* "$corpus"
  echo "The corpus has $(find "$corpus" -type f | wc -l) files now."
fi
