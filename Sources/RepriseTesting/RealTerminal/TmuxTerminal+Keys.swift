public import Terminals

extension TmuxTerminal {
  /// Presses keys without pauses between them, so that the program may read several at once.
  public func press(_ keys: Key...) throws { try press(keys) }

  /// Presses the keys of an array without pauses.
  public func press(_ keys: [Key]) throws {
    guard !keys.isEmpty else { return }
    try server.run(["send-keys"] + keys.map(\.tmuxName))
  }

  /// Types a text without pauses between the characters.
  public func type(_ text: String) throws {
    try send(bytes: Array(text.utf8))
  }

  /// Pastes text as a terminal does. If the program has enabled bracketed paste, the text is marked
  /// as pasted.
  public func paste(_ text: String) throws {
    try server.run(["set-buffer", "--", text.last == ";" ? text.dropLast() + "\\;" : text])
    // -r: keep line feeds.
    try server.run(["paste-buffer", "-p", "-r"])
  }

  /// Sends a mouse event to the program, in the mouse encoding that the program has enabled.
  public func send(_ mouse: Mouse) throws {
    let presses = mouse.action == .doubleClick ? 2 : 1
    for _ in 0..<presses { try sendReports(of: mouse) }
  }

  /// Returns the text that the program last copied to the clipboard, or that `paste` pasted since.
  /// Throws if there is none.
  public func clipboard() throws -> String { try server.run(["show-buffer"]) }

  private func sendReports(of mouse: Mouse) throws {
    let modes = try query("#{mouse_any_flag} #{mouse_sgr_flag}").split(separator: " ")
    guard modes.first == "1" else { throw TmuxError(sentence: "nobody asked for the mouse") }
    let button =
      switch mouse.action {
      case .click, .doubleClick: 0
      case .scrollUp: 64
      case .scrollDown: 65
      }
    let column = mouse.position.column + 1
    let row = mouse.position.row + 1
    let hasRelease = button == 0
    if modes.last == "1" {
      let report = "\u{1B}[<\(button);\(column);\(row)"
      try send(bytes: Array((report + "M" + (hasRelease ? report + "m" : "")).utf8))
    } else {
      func report(_ button: Int) -> [UInt8] {
        Array("\u{1B}[M".utf8) + [button, column, row].map { UInt8(clamping: 32 + $0) }
      }
      try send(bytes: report(button) + (hasRelease ? report(3) : []))
    }
  }

  /// Sends bytes to the program unchanged. Long input is sent in several chunks, because tmux
  /// limits a command to about 1000 arguments.
  public func send(bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      try server.run(["send-keys", "-H"] + rest.prefix(500).map { String($0, radix: 16) })
      rest = rest.dropFirst(500)
    }
  }
}

extension Key {
  var tmuxName: String {
    let name =
      switch code {
      case .character(" "): "Space"
      case .character(";"): "\\;"
      case .character(let character): String(character)
      case .enter: "Enter"
      case .escape: "Escape"
      case .tab: "Tab"
      case .backTab: "BTab"
      case .backspace: "BSpace"
      case .delete: "DC"
      case .insert: "IC"
      case .up: "Up"
      case .down: "Down"
      case .left: "Left"
      case .right: "Right"
      case .home: "Home"
      case .end: "End"
      case .pageUp: "PPage"
      case .pageDown: "NPage"
      case .function(let number): "F\(number)"
      }
    return (isAlt ? "M-" : "") + (isControl ? "C-\(name)" : name)
  }
}
