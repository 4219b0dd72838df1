#!/usr/bin/env bash
# Look for bytes that break the laws of reading, guided by what code they reach: each reader for so many seconds, one after the other.
#
# usage: fuzz.sh [SECONDS] [READER...]
#
# READER is snapshot, json, config, vaultKey, envelope, head, recordedAnswer or address; all of them if none is named. The laws
# are those of the tests: Tests/Unit/{Restoration,Encryption,Accounts}Tests/Fuzzing.
#
# Begins with the corpus that the tests have, Corpus beside Fuzzing, and with what an earlier run found, which is kept in .build/fuzz.
# An input that breaks a law ends the run, and its path is said: put it into the corpus once the law holds again. With MINIMISE=Directory
# few of the inputs that were found, which reach as much, are copied there afterwards.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../../.."
. Tests/Tools/Fuzzing/rounds.sh

seconds=${1:-60}
shift $(($# > 0 ? 1 : 0))
declare -A letters=([snapshot]=F [json]= [config]= [vaultKey]=K [envelope]=E [head]=H [recordedAnswer]=A [address]=0)
readers=("$@")
[ ${#readers[@]} -gt 0 ] || readers=(snapshot json config vaultKey envelope head recordedAnswer address)
for reader in "${readers[@]}"; do
  [ -n "${letters[$reader]+is}" ] || { echo "There is no reader $reader: ${!letters[*]}." >&2; exit 64; }
done
swiftc=$(dirname "$(command -v "${SWIFT:-swift}" || echo /opt/swift/usr/bin/swift)")/swiftc
clang=$(dirname "$(realpath "$swiftc")")/clang
work=${WORK:-.build/fuzz}
longest=4096
words=Tests/Tools/Fuzzing/words.dict
laws=(Tests/Unit/RestorationTests/Fuzzing/*Laws*.swift Tests/Unit/RestorationTests/Fuzzing/DamagedFile.swift
  Tests/Unit/EncryptionTests/Fuzzing/KeptLaws.swift Tests/Unit/AccountsTests/Fuzzing/ConfigurationLaws.swift)
c_modules=(CSystem CLibcrypto CLibcurl)
modules=(Core Terminals Restoration Screens Controllers Networking Encryption DataSources Commands Accounts)
state=$(sources_state "${c_modules[@]/#/Sources/}" "${modules[@]/#/Sources/}" "${laws[@]}" Tests/Tools/Fuzzing/Target.swift)

# Modules of their own, as in the tests, so that the laws are the same files. Optimised code reads past the end of a
# buffer without a word, so the address sanitizer looks on.
flags=(-O -sanitize=fuzzer,address -parse-as-library -swift-version 6 -package-name reprise -enable-testing
  -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault
  -enable-upcoming-feature MemberImportVisibility -I "$work")

if [ ! -x "$work/fuzz-$state" ]; then
  mkdir -p "$work"
  rm -rf "$work"/fuzz-* "$work"/spent-*
  objects=()
  for name in "${c_modules[@]}"; do
    mkdir -p "$work/$name"
    printf 'module %s { umbrella "%s" export * }\n' "$name" "$PWD/Sources/$name/include" >"$work/$name/module.modulemap"
    flags+=(-Xcc "-fmodule-map-file=$work/$name/module.modulemap" -Xcc "-ISources/$name/include")
    for file in "Sources/$name"/*.c; do
      object="$work/$name/$(basename "$file" .c).o"
      "$clang" -O1 -g -fsanitize=address -ISources/CSystem/include -ISources/"$name"/include -c "$file" -o "$object"
      objects+=("$object")
    done
  done
  for name in "${modules[@]}"; do
    find "Sources/$name" -name '*.swift' -print0 | sort -z \
      | xargs -0 "$swiftc" "${flags[@]}" -wmo -module-name "$name" \
        -emit-module -emit-module-path "$work/$name.swiftmodule" -c -o "$work/$name.o"
    objects+=("$work/$name.o")
  done
  "$swiftc" "${flags[@]}" -wmo -module-name Fuzzing -o "$work/fuzz-$state" Tests/Tools/Fuzzing/Target.swift "${laws[@]}" "${objects[@]}"
fi

# The corpus of a reader: of a folder that several share, the files that begin with its letter.
for reader in "${readers[@]}"; do
  case $reader in
  snapshot | json) corpus=Tests/Unit/RestorationTests/Corpus ;;
  config) corpus=Tests/Unit/AccountsTests/Corpus ;;
  *) corpus=Tests/Unit/EncryptionTests/Corpus ;;
  esac
  mkdir -p "$work/seeds/$reader"
  for file in "$corpus"/*; do
    letter=${letters[$reader]}
    [ -z "$letter" ] || [ "$(head -c 1 "$file" | tr -d '\0')" = "$letter" ] || continue
    cp "$file" "$work/seeds/$reader/"
  done
done

spend "$seconds" "${readers[@]}"

if [ -n "${MINIMISE:-}" ]; then
  for reader in "${readers[@]}"; do
    mkdir -p "$MINIMISE/$reader"
    FUZZED_READER=$reader "$work/fuzz-$state" -set_cover_merge=1 -use_counters=0 "$MINIMISE/$reader" "$work/seeds/$reader" "$work/found/$reader"
    echo "$reader: $(find "$MINIMISE/$reader" -type f | wc -l) files reach as much."
  done
fi
