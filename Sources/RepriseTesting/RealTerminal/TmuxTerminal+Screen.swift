import Foundation

extension TmuxTerminal {
  /// The longest wait for anything. Long, because the machine may be busy; nothing waits idly.
  static let patience = Duration.seconds(60)

  /// Returns the rows on the screen as a person reads them, without trailing blanks.
  public func screen() throws -> [String] { try screenWithStyles().text }

  /// Returns the screen with its styles.
  public func screenWithStyles() throws -> CapturedScreen {
    CapturedScreen(try server.run(["capture-pane", "-p", "-e", "-N"]))
  }

  /// Returns the screen of a program that uses the alternate screen; nil once it has given the terminal back.
  public func picture() throws -> CapturedScreen? {
    // In one go, so that both are of the same moment.
    let answer = try server.run(
      ["display-message", "-p", "#{alternate_on}", ";", "capture-pane", "-p", "-e", "-N"])
    return answer.hasPrefix("1\n") ? CapturedScreen(String(answer.dropFirst(2))) : nil
  }

  /// Waits until a text is on the screen.
  public nonisolated(nonsending) func wait(for text: String) async throws {
    try await wait("“\(text)”") { try screen().contains { $0.contains(text) } }
  }

  /// Waits until a shell asks for a line: what is typed while it takes its terminal back from a program may be lost.
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

  /// Waits until the whole screen is painted, which its last line shows, and doesn't change any more; returns it.
  public nonisolated(nonsending) func waitUntilQuiet() async throws -> CapturedScreen {
    var last: CapturedScreen?
    try await wait("a painted screen") {
      let now = try screenWithStyles()
      defer { last = now }
      return last == now && !(now.text.last ?? "").isEmpty
    }
    return try last ?? screenWithStyles()
  }

  /// Waits until a screen is there again, the status line excepted.
  public nonisolated(nonsending) func wait(for screen: CapturedScreen) async throws {
    try await wait("the same frame") {
      try screenWithStyles().withoutStatusLine == screen.withoutStatusLine
    }
  }

  /// Waits for a text and for all other parts of the screen, and returns it: long answers are read beside what is shown, and a part that is
  /// still to come is a line with nothing but dots.
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

  /// Waits until a condition holds. Throws, with a picture of the screen, if it doesn't come to hold.
  public nonisolated(nonsending) func wait(
    _ what: String, until condition: () throws -> Bool
  ) async throws {
    var patience = Patience(Self.patience)
    while !(try condition()) {
      guard !patience.isOver() else {
        let picture = try screen().map { "|\($0)|" }.joined(separator: "\n")
        throw TmuxError(sentence: "Waited for \(what) in vain. The screen is\n\(picture)")
      }
      try await Task.sleep(for: .milliseconds(2))
    }
  }

  /// Writes every byte that the program sends from now on into a file.
  public func copyOutput(into file: String) throws {
    try server.run(["pipe-pane", "-o", "exec cat >> '\(file)'"])
  }

  /// Waits until a text is in the file that the output is copied into, and returns all that is: it may come later there than on the screen.
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
