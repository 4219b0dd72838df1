import Glibc

/// The machine and its user, determined only from sources that respond at once.
package enum ThisMachine {
  /// The kernel's host name without its domain.
  package static var name: String {
    var bytes = [CChar](repeating: 0, count: 256)
    _ = gethostname(&bytes, bytes.count - 1)
    let name = String(
      decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self
    )
    .prefix { $0 != "." }
    let plain = name.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }.prefix(63)
    return plain.isEmpty ? "localhost" : String(plain)
  }

  /// The path of this process's terminal; `nil` if standard input isn't one.
  package static var terminal: String? { ttyname(STDIN_FILENO).map { String(cString: $0) } }

  /// A short description of the process: "process 4711 on pts/3".
  package static var process: String {
    let device = terminal.map { $0.hasPrefix("/dev/") ? String($0.dropFirst(5)) : $0 }
    return "process \(getpid())" + (device.map { " on \($0)" } ?? "")
  }

  /// The user and machine, `luca@bastion`, taken from the environment. The user database isn't
  /// queried, because it may be remote and delay the start.
  package static func author(_ environment: [String: String]) -> String {
    let name = environment["LOGNAME"] ?? environment["USER"] ?? ""
    return "\(name.isEmpty ? "user \(geteuid())" : name)@\(ThisMachine.name)"
  }
}
