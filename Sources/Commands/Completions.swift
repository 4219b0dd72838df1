/// Generates shell completion scripts from the tables of options and commands that the help uses.
struct Completions: Sendable {
  enum Shell: String, CaseIterable, Sendable {
    case bash, zsh, fish
  }

  let program: String
  let options: [Option]
  let commands: [Command]

  init(_ help: HelpText, commands: [Command]) {
    program = help.program
    options = help.options + Option.common
    self.commands = commands
  }

  func script(for shell: Shell) -> String {
    switch shell {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    }
  }

  private var function: String {
    "_" + program.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? String($0) : "_" }.joined()
  }

  private var names: String { commands.map(\.name).joined(separator: " ") }

  /// Empty unless the usage lists the operand's possible values, such as "bash|zsh|fish".
  private func words(_ command: Command) -> [String] {
    if command.name == "help" { return commands.map(\.name) }
    guard let first = command.operands.split(separator: " ").first, first.contains("|") else {
      return []
    }
    return first.split { !$0.isLowercase }.map { String($0) }
  }

  // MARK: bash

  private var bash: String {
    var cases = ""
    for (kind, flag) in [(Option.ValueKind.file, "-f"), (.directory, "-d")] {
      let options = allOptions.filter { $0.valueKind == kind && $0.takesValue }
      if !options.isEmpty {
        cases +=
          "    \(options.map { "--\($0.name)" }.joined(separator: "|")))\n"
          + "      compopt -o filenames 2>/dev/null\n"
          + "      local IFS=$'\\n'; COMPREPLY=($(compgen \(flag) -- \"$cur\")); return ;;\n"
      }
    }
    let others = allOptions.filter { $0.valueKind == .other && $0.takesValue }
    if !others.isEmpty {
      cases += "    \(others.map { "--\($0.name)" }.joined(separator: "|"))) return ;;\n"
    }
    let own = commands.filter { !$0.options.isEmpty }.map { command in
      let names = command.options.map { "--\($0.name)" }.joined(separator: " ")
      return "      \(command.name)) words+=' \(names)' ;;\n"
    }
    let operands = commands.filter { !words($0).isEmpty }.map { command in
      "      \(command.name)) words='\(words(command).joined(separator: " "))' ;;\n"
    }
    return """
      # bash completion for \(program): source <(\(program) completions bash)
      \(function)() {
        local cur=${COMP_WORDS[COMP_CWORD]} prev='' command='' words='' i
        ((COMP_CWORD > 0)) && prev=${COMP_WORDS[COMP_CWORD-1]}
        # bash takes "--option=value" for three words.
        if [[ $cur == = ]]; then
          cur=''; prev="$prev="
        elif [[ $prev == = ]]; then
          prev="${COMP_WORDS[COMP_CWORD-2]}="
        fi
        COMPREPLY=()
        case $prev in
      \(optionalCases)    *) prev=${prev%=} ;;
        esac
        case $prev in
      \(cases)  esac
        for ((i = 1; i < COMP_CWORD; i++)); do
          case ${COMP_WORDS[i]} in
            \(names.split(separator: " ").joined(separator: "|"))) command=${COMP_WORDS[i]}; break ;;
          esac
        done
        if [[ $cur == -* ]]; then
          words='\(options.map { "--\($0.name)" }.joined(separator: " "))'
          case $command in
      \(own.joined())      esac
        else
          case $command in
            '') words='\(names)' ;;
      \(operands.joined())      esac
        fi
        COMPREPLY=($(compgen -W "$words" -- "$cur"))
      }
      complete -F \(function) \(program)

      """
  }

  /// An optional value is given only after an equals sign.
  private var optionalCases: String {
    allOptions.compactMap { option in
      guard case .optional = option.value else { return nil }
      if case .words(let words) = option.valueKind {
        return
          "    --\(option.name)=) COMPREPLY=($(compgen -W '\(words)' -- \"$cur\")); return ;;\n"
      }
      return "    --\(option.name)=)\n      compopt -o filenames 2>/dev/null\n"
        + "      local IFS=$'\\n'; COMPREPLY=($(compgen -f -- \"$cur\")); return ;;\n"
    }
    .joined()
  }

  private var allOptions: [Option] {
    var seen: Set<String> = []
    return (options + commands.flatMap(\.options)).filter { seen.insert($0.name).inserted }
  }

  // MARK: zsh

  private var zsh: String {
    let own = commands.filter { !$0.options.isEmpty }.map { command in
      "    \(command.name)) options+=(\n"
        + command.options.map { "      \(zshSpec($0))\n" }.joined() + "    ) ;;\n"
    }
    let operands = commands.filter { !words($0).isEmpty }.map { command in
      "        \(command.name)) compadd -- \(words(command).joined(separator: " ")) ;;\n"
    }
    let described = commands.map { command in
      "        " + quoted("\(command.name):\(command.help.replacing(":", with: "\\:"))") + "\n"
    }
    return """
      #compdef \(program)
      # zsh completion for \(program): source <(\(program) completions zsh)
      \(function)() {
        local curcontext="$curcontext" state line word command=''
        local -a options commands
        for word in ${words[2,CURRENT-1]}; do
          case $word in
            \(names.split(separator: " ").joined(separator: "|"))) command=$word; break ;;
          esac
        done
        options=(
      \(options.map { "    \(zshSpec($0))\n" }.joined())  )
        case $command in
      \(own.joined())  esac
        _arguments -C $options '*: :->operand' && return 0
        [[ $state == operand ]] || return 1
        case $command in
          '')
            commands=(
      \(described.joined())      )
            _describe command commands ;;
      \(operands.joined())  esac
      }
      if [[ ${funcstack[1]} == \(function) ]]; then
        \(function) "$@"
      elif (( $+functions[compdef] )); then
        compdef \(function) \(program)
      fi

      """
  }

  private func zshSpec(_ option: Option) -> String {
    let help = option.help.replacing("\\", with: "\\\\").replacing("[", with: "\\[")
      .replacing("]", with: "\\]").replacing(":", with: "\\:")
    let action =
      switch option.valueKind {
      case .file: "_files"
      case .directory: "_files -/"
      case .words(let words): "(\(words))"
      case .other: " "
      }
    switch option.value {
    case .none: return quoted("--\(option.name)[\(help)]")
    case .required(let name): return quoted("--\(option.name)=[\(help)]:\(name):\(action)")
    case .optional(let name): return quoted("--\(option.name)=-[\(help)]::\(name):\(action)")
    }
  }

  private func quoted(_ text: String) -> String {
    "'" + text.replacing("'", with: "'\\''") + "'"
  }

  // MARK: fish

  private var fish: String {
    let seen = "__fish_seen_subcommand_from"
    var lines = [
      "# fish completion for \(program): \(program) completions fish | source",
      "complete -c \(program) -f",
    ]
    lines += options.map { "complete -c \(program)\(fishSpec($0))" }
    for command in commands {
      lines.append(
        "complete -c \(program) -n 'not \(seen) \(names)' -a \(command.name) "
          + "-d \(quoted(command.help))")
      // "certificates list" doesn't contain the command "list".
      let others = commands.filter { self.words($0).contains(command.name) }.map(\.name)
      let isMeant =
        others.isEmpty
        ? "" : "; and not \(seen) \(others.joined(separator: " "))"
      lines += command.options.map {
        "complete -c \(program) -n '\(seen) \(command.name)\(isMeant)'\(fishSpec($0))"
      }
      let words = words(command).joined(separator: " ")
      if !words.isEmpty {
        lines.append(
          "complete -c \(program) -n '\(seen) \(command.name); and not \(seen) "
            + "\(command.name == "help" ? words.replacing("help ", with: "") : words)' "
            + "-a '\(words)'")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func fishSpec(_ option: Option) -> String {
    let value =
      switch (option.takesValue, option.valueKind) {
      case (false, .words(let words)): " -a \(quoted(words))"
      // An optional value is given only after an equals sign.
      case (false, .file), (false, .directory): " -F"
      case (false, .other): ""
      case (true, .file): " -r -F"
      case (true, .directory): " -x -a '(__fish_complete_directories)'"
      case (true, .words), (true, .other): " -x"
      }
    let short = option.short.map { " -s \($0)" } ?? ""
    return "\(short) -l \(option.name)\(value) -d \(quoted(option.help))"
  }
}

extension Option {
  fileprivate enum ValueKind: Hashable {
    case file, directory
    case words(String)
    case other
  }

  fileprivate var valueKind: ValueKind {
    switch value {
    case .required("FILE"), .optional("FILE"), .required("PATH"), .optional("PATH"): .file
    case .required("DIR"), .optional("DIR"): .directory
    // A lowercase name is the value itself, or several separated by bars.
    case .optional(let word) where word == word.lowercased():
      .words(word.replacing("|", with: " "))
    default: .other
    }
  }

  fileprivate var takesValue: Bool {
    if case .required = value { true } else { false }
  }
}
