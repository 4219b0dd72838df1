extension TemporaryDirectory {
  /// Writes an executable script, creating missing directories, and returns its path.
  ///
  /// ```swift
  /// let editor = try directory.writeScript("edit", "#!/bin/sh\necho edited >>\"$1\"\n")
  /// ```
  ///
  /// Another process writes the file. If this process did, a child started by another thread could
  /// briefly inherit the open file, and running the script would fail with `ETXTBSY`.
  @discardableResult
  public func writeScript(_ name: String, _ text: String) throws -> String {
    let draft = try write("\(name).draft", text)
    let path = file(name)
    let line = "cp -- \"$0\" \"$1\" && chmod 755 -- \"$1\" && rm -- \"$0\""
    let run = try ProgramRun("/bin/sh", "-c", line, draft, path)
    guard run.exitCode == 0 else {
      throw ScriptError(description: "\(path) can't be written: \(run.errorText)")
    }
    return path
  }
}

private struct ScriptError: Error, CustomStringConvertible {
  let description: String
}
