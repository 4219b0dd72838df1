import Reprise

/// An appliance whose every text tries to take the terminal over.
enum HostileAnswers {
  /// What no terminal should be sent by a server, between words that can be found.
  private static let text =
    "HOSTILE\u{1B}[38;2;9;8;7m\u{1B}[8m\u{1B}]0;title\u{7}\u{1B}]52;c;aGk=\u{7}\u{9B}6n\u{85}\u{90}q\u{9C}"
    + "\u{202E}\u{2066}\u{200F}\u{7}\u{8}\u{0}\u{1B}c\u{1B}P+q\u{1B}\\"
    + "e" + String(repeating: "\u{301}", count: 10_000)

  private static func object(_ id: String, _ members: [(String, JSON)]) -> JSON {
    .object([JSON.Member("id", .string(id))] + members.map { JSON.Member($0.0, $0.1) })
  }

  /// By path.
  static var bodies: [String: [UInt8]] {
    let hostile = JSON.string(text)
    let system = object(
      "1",
      [
        ("name", hostile), ("currentstatus", hostile), ("currentstatus_text", hostile),
        ("desiredstatus", .string("x" + text)), ("desiredstatus_text", hostile),
        ("currentmessage", hostile), ("currentmessage_text", hostile), (text, hostile),
        ("owner", .string("/resources/users/1")), ("pattern", hostile), ("cloud", hostile),
      ])
    let machine = object(
      "7",
      [
        ("name", hostile), ("identifier", hostile), ("currentstatus", hostile),
        ("currentstatus_text", hostile),
        (
          "nics",
          .array([
            .object([
              JSON.Member("type", hostile), JSON.Member("ip_hostname", hostile),
              JSON.Member("ip_address", hostile),
            ])
          ])
        ),
      ])
    return [
      "/resources/virtualSystems": JSON.array([system, .string(text)]).bytes,
      "/resources/virtualSystems/1": system.bytes,
      "/resources/virtualSystems/1/virtualMachines": JSON.array([machine]).bytes,
      "/resources/users/1":
        JSON.object([JSON.Member("fullname", hostile), JSON.Member("username", hostile)]).bytes,
    ]
  }

  /// What of a program's output isn't text or a sequence that ncurses and the viewer send
  /// themselves; nil if all of it is.
  static func problem(in bytes: [UInt8]) -> String? {
    guard let output = String(validating: bytes, as: UTF8.self) else { return "it isn't UTF-8" }
    let own = /\u{1B}(\[[0-9;?>]*[A-Za-z@]|[()][0AB]|[78=>M])/
    for sequence in [
      "\u{1B}[38;2;9", "\u{1B}[8m", "\u{1B}]", "\u{1B}c", "\u{1B}P",
    ]
    where output.contains(sequence) {
      return "it sends \(sequence.debugDescription)"
    }
    let rest = output.replacing(own, with: "")
    let scalars = rest.unicodeScalars
    let unsafe = scalars.first { scalar in
      switch scalar.value {
      case 0x08, 0x09, 0x0A, 0x0D, 0x0E, 0x0F: false
      case 0x00..<0x20, 0x7F..<0xA0, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069: true
      default: false
      }
    }
    if let unsafe { return "it sends \(String(unsafe.value, radix: 16))" }
    let marks = rest.reduce(0) { max($0, $1.unicodeScalars.count) }
    return marks > 12 ? "a cluster has \(marks) scalars" : nil
  }
}
