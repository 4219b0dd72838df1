#!/usr/bin/env bash
# Look for bytes that break the laws of reading, guided by what code they reach: of session files, states and JSON
# (Tests/RestorationTests/Fuzzing), then of a vault's files, a server's heads and addresses (Tests/VaultsTests/Fuzzing).
#
# usage: fuzz.sh [SECONDS]
#
# Each half of the time begins with the corpus that the tests have, Corpus beside Fuzzing, and with what an earlier run
# found, which is kept in .build/fuzz. An input that breaks a law ends the run, and its path is said: put it
# into the corpus once the law holds again. With MINIMISE=1 the corpus is replaced afterwards by few
# inputs that reach as much.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

seconds=${1:-60}
swiftc=$(dirname "$(command -v "${SWIFT:-swift}" || echo /opt/swift/usr/bin/swift)")/swiftc
clang=$(dirname "$(realpath "$swiftc")")/clang
work=.build/fuzz
mkdir -p "$work"

# Modules of their own, as in the tests, so that the laws are the same files. Optimised code reads past the end of a
# buffer without a word, so the address sanitizer looks on.
flags=(-O -sanitize=fuzzer,address -parse-as-library -swift-version 6 -package-name reprise -enable-testing
  -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault
  -enable-upcoming-feature MemberImportVisibility -I "$work")
objects=()

for name in CLibcrypto CLibcurl CSpawn CRescue; do
  mkdir -p "$work/$name"
  printf 'module %s { umbrella "%s" export * }\n' "$name" "$PWD/Sources/$name/include" >"$work/$name/module.modulemap"
  flags+=(-Xcc "-fmodule-map-file=$work/$name/module.modulemap" -Xcc "-ISources/$name/include")
  for file in "Sources/$name"/*.c; do
    object="$work/$name/$(basename "$file" .c).o"
    "$clang" -O1 -g -fsanitize=address -ISources/"$name"/include -c "$file" -o "$object"
    objects+=("$object")
  done
done
for name in Values Files Restoration Sealing Networking Vaults; do
  find "Sources/$name" -name '*.swift' -print0 | sort -z \
    | xargs -0 "$swiftc" "${flags[@]}" -wmo -module-name "$name" \
      -emit-module -emit-module-path "$work/$name.swiftmodule" -c -o "$work/$name.o"
  objects+=("$work/$name.o")
done

# Swift's own report of a trap would keep libFuzzer from keeping the input.
export SWIFT_BACKTRACE=enable=no

# usage: look NAME CORPUS FILE...
#
# An input may take a minute: the largest takes 0.2 s, but at this priority others go first. Of the 2 GiB most
# are the sanitizer's.
look() {
  local name=$1 corpus=$2 status=0
  shift 2
  mkdir -p "$work/$name/found" "$work/$name/broken"
  "$swiftc" "${flags[@]}" -wmo -module-name Fuzzing -o "$work/$name/fuzz" "$@" "${objects[@]}"
  local fuzz=(nice -n 19 "$work/$name/fuzz" -timeout=60 -rss_limit_mb=2048 -max_len=4096)
  "${fuzz[@]}" -max_total_time="$((seconds / 2 + 1))" \
    -dict=Tests/Fuzzing/words.dict -artifact_prefix="$work/$name/broken/" -print_final_stats=1 \
    "$work/$name/found" "$corpus" || status=$?
  if [ "$status" != 0 ]; then
    echo "A law is broken; the input is in $work/$name/broken." >&2
    exit "$status"
  fi
  if [ -n "${MINIMISE:-}" ]; then
    rm -rf "$work/$name/minimal"
    mkdir "$work/$name/minimal"
    "${fuzz[@]}" -set_cover_merge=1 -use_counters=0 "$work/$name/minimal" "$corpus" "$work/$name/found"
    rm -f "$corpus"/*
    cp "$work/$name/minimal"/* "$corpus"
    echo "The corpus has $(find "$corpus" -type f | wc -l) files now."
  fi
}

look sessions Tests/RestorationTests/Corpus Tests/Fuzzing/Target.swift Tests/RestorationTests/Fuzzing/*Laws*.swift \
  Tests/RestorationTests/Fuzzing/DamagedFile.swift
look kept Tests/VaultsTests/Corpus Tests/Fuzzing/Kept/Target.swift Tests/VaultsTests/Fuzzing/KeptLaws.swift
