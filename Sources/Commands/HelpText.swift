import Terminals

/// The text of `--help` for a program or one of its commands, formatted for 80 columns.
package struct HelpText: Sendable {
  let program: String
  let summary: String
  let operands: String
  let options: [Option]
  let commands: [Command]
  static let width = 80

  package init(
    program: String, summary: String, operands: String, options: [Option], commands: [Command]
  ) {
    self.program = program
    self.summary = summary
    self.operands = operands
    self.options = options
    self.commands = commands
  }

  package var text: String {
    var lines = [summary, "", usage("usage: ", [program, "[OPTIONS]", operands])]
    for command in commands { lines.append(usage("       ", words(of: command))) }
    lines += table("options", rows(of: options + Option.common))
    lines += table("commands", commands.map { (name: $0.name, help: $0.help) })
    for command in commands where !command.options.isEmpty {
      lines += table("options of \(command.name)", rows(of: command.options))
    }
    lines += ["", "“\(program) COMMAND --help” shows the options of one command."]
    return lines.joined(separator: "\n") + "\n"
  }

  package func text(of command: Command) -> String {
    let title = "\(program) \(command.name): \(command.help)"
    var lines = HelpText.lines(of: title, width: HelpText.width)
    lines += ["", usage("usage: ", words(of: command))]
    if !command.options.isEmpty { lines += table("options", rows(of: command.options)) }
    lines += table(
      command.options.isEmpty ? "options" : "options of all commands",
      rows(of: (options + Option.common).filter { command.understands($0) }))
    return lines.joined(separator: "\n") + "\n"
  }

  private func words(of command: Command) -> [String] {
    [program, command.name, command.operands, "[OPTIONS]"]
  }

  private func usage(_ start: String, _ words: [String]) -> String {
    start + words.filter { !$0.isEmpty }.joined(separator: " ")
  }

  private func rows(of options: [Option]) -> [(name: String, help: String)] {
    options.map { (name: $0.usage, help: $0.help) }
  }

  private func table(_ heading: String, _ rows: [(name: String, help: String)]) -> [String] {
    let column = min(28, (rows.map { CellWidth.of($0.name) }.max() ?? 0) + 4)
    return ["", heading]
      + rows.flatMap { row -> [String] in
        let name = "  " + row.name
        let padding = String(repeating: " ", count: max(0, column - CellWidth.of(name)))
        let helps = HelpText.lines(of: row.help, width: HelpText.width - column)
        let indent = String(repeating: " ", count: column)
        let isTooLong = CellWidth.of(name) + 2 > column
        let first = isTooLong ? [name, indent + helps[0]] : [name + padding + helps[0]]
        return first + helps.dropFirst().map { indent + $0 }
      }
  }

  private static func lines(of text: String, width: Int) -> [String] {
    var lines = [""]
    for word in text.split(separator: " ") {
      let last = lines[lines.count - 1]
      if last.isEmpty {
        lines[lines.count - 1] = String(word)
      } else if CellWidth.of(last) + 1 + CellWidth.of(String(word)) <= width {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}

extension Command {
  /// Only `sessions` uses the options that select a session, and no command those of the screen.
  fileprivate func understands(_ option: Option) -> Bool {
    switch option.name {
    case "session", "snapshot": name == "sessions"
    case "fresh", "take-over", "ascii", "no-mouse", "refresh", "lock-after": false
    default: true
    }
  }
}
