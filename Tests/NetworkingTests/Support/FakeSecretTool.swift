import Foundation
import RepriseTesting

/// A `secret-tool` of the tests' own, first in its PATH: it keeps passwords in a folder, and notes how it was called.
struct FakeSecretTool {
  let folder: TemporaryFolder
  var environment: [String: String] {
    ["PATH": "/nonexistent:\(folder.path):/usr/bin:/bin", "FOLDER": folder.path]
  }

  /// One that works, or one that does what a script says.
  init(in folder: TemporaryFolder, _ script: String = Self.working, permissions: Int = 0o700) throws
  {
    self.folder = folder
    let path = try folder.write("secret-tool", "#!/bin/sh\n" + script)
    try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: path)
  }

  /// Calls itself "secret-tool" as the real one does, and ends with 1 and without a word where nothing is found.
  static let working = """
    printf '%s\\n' "$@" "" >> "$FOLDER/arguments"
    env >> "$FOLDER/environment"
    tr '\\0' '\\n' < /proc/$$/cmdline >> "$FOLDER/cmdline"
    verb=$1
    shift
    [ "$verb" = store ] && shift
    [ "$1" = -- ] || { echo "secret-tool: no attributes" >&2; exit 2; }
    item="$FOLDER/$(printf '%s.' "$@" | tr / _)"
    case $verb in
    store) cat > "$item" ;;
    lookup) [ -e "$item" ] && cat "$item" ;;
    clear) rm "$item" 2> "$FOLDER/nothing" ;;
    esac
    """

  /// What it was called with, a call after the other; empty if it never was.
  func calls() throws -> [[String]] {
    guard try folder.files().contains("arguments") else { return [] }
    return String(decoding: try folder.bytes("arguments"), as: UTF8.self)
      .components(separatedBy: "\n\n").dropLast().map { $0.components(separatedBy: "\n") }
  }

  /// The files in which a text stands.
  func files(with text: String) throws -> [String] {
    try folder.files().filter {
      String(decoding: try folder.bytes($0), as: UTF8.self).contains(text)
    }
  }
}
