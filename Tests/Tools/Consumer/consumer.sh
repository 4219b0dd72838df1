#!/usr/bin/env bash
# Builds a package of somebody else's against this checkout, and runs its tests.
#
# The package is the README's: its manifest, its nine lines and its test, in a temporary folder beside a link to the checkout. Its target is called
# hello, as ours once was, and four more are called like our viewers: whoever depends on Reprise may use these names. Another target is an
# application as somebody else writes it, with its tests: Journal.
#
#     Tests/Tools/Consumer/consumer.sh [OPTIONS OF SWIFT BUILD]
set -euo pipefail
unset REPRISE_OPTIMIZED
checkout=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../.." && pwd)
here=$checkout/Tests/Tools/Consumer
swift=${SWIFT:-swift}
folder=$(mktemp -d "${TMPDIR:-/tmp}/reprise-consumer-XXXXXX")
trap 'rm -rf "$folder"' EXIT
ln -s "$checkout" "$folder/reprise"

# A block of the README that begins with a line.
block() {
  awk -v first="$1" '/^```swift$/ { is = 1; text = ""; next } /^```$/ { if (is && index(text, first) == 1) { printf "%s", text; exit }; is = 0 }
    is { text = text $0 "\n" }' "$checkout/README.md"
}

viewers=(cloudburst patients molecules openbis)
mkdir -p "$folder"/hello/{Sources/hello,Tests/helloTests}
cd "$folder/hello"
block '// swift-tools-version' >Package.swift
# Whose hello is built can be seen.
block 'import Reprise' | sed 's/"Hello, /"Ciao, /' >Sources/hello/main.swift
grep -q Ciao Sources/hello/main.swift
block '@testable import hello' >Tests/helloTests/HelloTests.swift
grep -q theLawHolds Tests/helloTests/HelloTests.swift
cp "$here/ConsumerTests.swift" Tests/helloTests/
for name in "${viewers[@]}"; do
  mkdir "Sources/$name"
  echo "print(\"my $name\")" >"Sources/$name/main.swift"
  echo "package.targets.append(.executableTarget(name: \"$name\"))" >>Package.swift
done
cp -r "$checkout/Apps/Journal" Sources/journal
cp -r "$checkout/Tests/Apps/JournalTests" Tests/journalTests
sed -i.was 's/import Journal/import journal/; s/path("Journal")/path("journal")/' Tests/journalTests/*.swift
rm Tests/journalTests/*.was
cat >>Package.swift <<'MORE'
package.targets += [
  .executableTarget(
    name: "journal", dependencies: [.product(name: "Reprise", package: "reprise")]),
  .testTarget(
    name: "journalTests",
    dependencies: ["journal", .product(name: "RepriseTesting", package: "reprise")]),
]
MORE

"$swift" build --build-tests -Xswiftc -gnone "$@"
bin=$("$swift" build --show-bin-path -Xswiftc -gnone "$@")
for name in "${viewers[@]}"; do
  [ "$("$bin/$name")" = "my $name" ] || { echo "$bin/$name isn't the package's own." >&2; exit 1; }
done
"$swift" test --skip-build --disable-xctest -Xswiftc -gnone "$@"
