#!/usr/bin/env bash
# Builds a package of somebody else's against this checkout, and runs its tests.
#
# The package is the README's: its manifest and its nine lines, in a temporary folder beside a link to the checkout. Its target is called
# hello, as ours once was, and two more are called like our viewers: whoever depends on Reprise may use these names.
#
#     Tests/Consumer/consumer.sh [OPTIONS OF SWIFT BUILD]
set -euo pipefail
unset REPRISE_OPTIMIZED
checkout=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
here=$checkout/Tests/Consumer
swift=${SWIFT:-swift}
folder=$(mktemp -d "${TMPDIR:-/tmp}/reprise-consumer-XXXXXX")
trap 'rm -rf "$folder"' EXIT
ln -s "$checkout" "$folder/reprise"

# A block of the README that begins with a line.
block() {
  awk -v first="$1" '/^```swift$/ { is = 1; text = ""; next } /^```$/ { if (is && index(text, first) == 1) { printf "%s", text; exit }; is = 0 }
    is { text = text $0 "\n" }' "$checkout/README.md"
}

mkdir -p "$folder"/hello/Sources/{hello,cloudburst,patients} "$folder/hello/Tests/helloTests"
cd "$folder/hello"
block '// swift-tools-version' >Package.swift
# Whose hello is built can be seen.
block 'import Reprise' | sed 's/"Hello, /"Ciao, /' >Sources/hello/main.swift
grep -q Ciao Sources/hello/main.swift
cat >>Package.swift <<'MORE'
package.targets += [.executableTarget(name: "cloudburst"), .executableTarget(name: "patients")]
MORE
echo 'print("my cloudburst")' >Sources/cloudburst/main.swift
echo 'print("my patients")' >Sources/patients/main.swift
cp "$here/ConsumerTests.swift" Tests/helloTests/

"$swift" build --build-tests "$@"
bin=$("$swift" build --show-bin-path "$@")
for name in cloudburst patients; do
  [ "$("$bin/$name")" = "my $name" ] || { echo "$bin/$name isn't the package's own." >&2; exit 1; }
done
"$swift" test --skip-build --disable-xctest "$@"
