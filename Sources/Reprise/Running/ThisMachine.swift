import Foundation

/// The machine and the person at it, as far as known without asking anybody who might be slow to answer.
enum ThisMachine {
  /// The machine's name as the kernel has it, without its domain.
  static var name: String {
    var bytes = [CChar](repeating: 0, count: 256)
    _ = gethostname(&bytes, bytes.count - 1)
    let name = String(
      decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self
    )
    .prefix { $0 != "." }
    let plain = name.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }.prefix(63)
    return plain.isEmpty ? "localhost" : String(plain)
  }

  /// The process in a few words: "process 4711 on pts/3".
  static var process: String {
    let terminal = ttyname(STDIN_FILENO).map { String(cString: $0) }
    let place = terminal.map { $0.hasPrefix("/dev/") ? String($0.dropFirst(5)) : $0 }
    return "process \(getpid())" + (place.map { " on \($0)" } ?? "")
  }

  /// The person on this machine, `luca@bastion`, as the environment has it. The user database may be on another machine, and a start
  /// waits for none.
  static func author(_ environment: [String: String]) -> String {
    let name = environment["LOGNAME"] ?? environment["USER"] ?? ""
    return "\(name.isEmpty ? "user \(geteuid())" : name)@\(ThisMachine.name)"
  }
}
