extension TemporaryDirectory {
  /// Writes a script that can be run at once, with the folders that it needs, and returns its path.
  ///
  /// ```swift
  /// let editor = try directory.writeScript("edit", "#!/bin/sh\necho edited >>\"$1\"\n")
  /// ```
  ///
  /// Another process writes it: while this one has a file open to write, whatever another thread starts has it open for a moment, too, and
  /// nobody can run it (`ETXTBSY`).
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

/// The reason why a script can't be written, in the words of whoever tried.
private struct ScriptError: Error, CustomStringConvertible {
  let description: String
}
