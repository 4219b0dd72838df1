import Foundation

extension TmuxTerminal {
  /// Long, because the machine may be busy.
  static let patience = Duration.seconds(60)

  /// Returns the text of the screen's rows, without trailing blanks.
  public func screen() throws -> [String] { try screenWithStyles().text }

  /// Returns the characters on the screen with their attributes and colours.
  public func screenWithStyles() throws -> CapturedScreen {
    CapturedScreen(try server.run(["capture-pane", "-p", "-e", "-N"]))
  }

  /// Returns the screen while a program shows the alternate screen; `nil` if the program has left
  /// it.
  public func picture() throws -> CapturedScreen? {
    // In one command, so that both describe the same screen.
    let output = try server.run(
      ["display-message", "-p", "#{alternate_on}", ";", "capture-pane", "-p", "-e", "-N"])
    return output.hasPrefix("1\n") ? CapturedScreen(String(output.dropFirst(2))) : nil
  }

  /// Waits until a text is on the screen.
  public nonisolated(nonsending) func wait(for text: String) async throws {
    try await wait("“\(text)”") { try screen().contains { $0.contains(text) } }
  }

  /// Waits until the shell shows its prompt. Text typed earlier may be lost.
  public nonisolated(nonsending) func wait(forPrompt prompt: String) async throws {
    try await wait("the prompt “\(prompt)”") {
      let line = try screen().last { !$0.allSatisfy(\.isWhitespace) }
      return line?.trimmingCharacters(in: .whitespaces) == prompt
    }
  }

  /// Waits until a text is no longer on the screen.
  public nonisolated(nonsending) func waitUntilGone(_ text: String) async throws {
    try await wait("“\(text)” to go") { !(try screen().contains { $0.contains(text) }) }
  }

  /// Waits until the screen, including its last line, is painted and no longer changes. Returns the
  /// screen.
  public nonisolated(nonsending) func waitUntilQuiet() async throws -> CapturedScreen {
    var last: CapturedScreen?
    try await wait("a painted screen") {
      let now = try screenWithStyles()
      defer { last = now }
      let status = now.text.last ?? ""
      return last == now && !status.isEmpty && !status.contains("As left at ")
    }
    return try last ?? screenWithStyles()
  }

  /// Waits until the screen equals a screen captured earlier, for example before a relaunch. The
  /// status line isn't compared.
  public nonisolated(nonsending) func wait(for screen: CapturedScreen) async throws {
    try await wait("the same frame") {
      try screenWithStyles().withoutStatusLine == screen.withoutStatusLine
    }
  }

  /// Waits until a text is on the screen and all child screens have loaded, and returns the screen.
  ///
  /// Long responses are loaded in the background. A child screen that is still loading shows a line
  /// with only an ellipsis.
  public nonisolated(nonsending) func settled(_ text: String) async throws -> CapturedScreen {
    try await wait(for: text)
    try await waitUntilGone("Loading…")
    try await wait("every part") {
      try screen().allSatisfy { $0.trimmingBlanks != "…" }
    }
    var last = try await waitUntilQuiet()
    while true {
      // A busy machine may pause in the middle of a frame.
      let now = try await waitUntilQuiet()
      if now == last { return now }
      last = now
    }
  }

  /// Waits until a condition holds. If it doesn't within the maximum waiting time, throws an error
  /// with the screen's text.
  public nonisolated(nonsending) func wait(
    _ what: String, until condition: () throws -> Bool
  ) async throws {
    var patience = WaitLimit(Self.patience)
    while !(try condition()) {
      guard !patience.isOver() else {
        let picture = try screen().map { "|\($0)|" }.joined(separator: "\n")
        throw TmuxError(sentence: "Waited for \(what) in vain. The screen is\n\(picture)")
      }
      try await Task.sleep(for: .milliseconds(2))
    }
  }

  /// Starts to append all further output of the program, including escape sequences, to a file.
  public func copyOutput(into file: String) throws {
    try server.run(["pipe-pane", "-o", "exec cat >> '\(file)'"])
  }

  /// Waits until the file of `copyOutput(into:)` contains a text, and returns the file's contents.
  /// Output may appear in the file later than on the screen.
  public nonisolated(nonsending) func output(in file: String, upTo text: String) async throws
    -> String
  {
    var output = ""
    try await wait("“\(text)” in the copied output") {
      output = String(decoding: FileManager.default.contents(atPath: file) ?? Data(), as: UTF8.self)
      return output.contains(text)
    }
    return output
  }
}
