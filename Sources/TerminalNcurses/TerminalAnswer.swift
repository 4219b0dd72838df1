/// An answer of the terminal's to a question that it was asked.
enum TerminalAnswer: Hashable {
  /// Its attributes (DA1), for example 62 and 4: the first is its level, 4 says that it draws sixels.
  case attributes([Int])
  /// Its name and version (XTVERSION): "iTerm2 3.5.0".
  case version(String)
  /// The word about an image that was only asked about, in kitty's protocol: OK, or what is wrong.
  case image(String)
}

/// Collects an answer from behind its first bytes exactly up to its end.
///
/// The bytes come one by one, so that none that follows is taken: it may be a key.
struct AnswerCollector {
  /// The kinds of answers, told by their first bytes.
  enum Kind: CaseIterable {
    case attributes, version, image

    /// The first bytes.
    var start: String {
      switch self {
      case .attributes: "\u{1B}[?"
      case .version: "\u{1B}P>|"
      case .image: "\u{1B}_G"
      }
    }
  }

  enum Progress: Hashable {
    /// More bytes must come.
    case unfinished
    /// The answer is whole; nil if it is none of those that are known.
    case whole(TerminalAnswer?)
    /// No answer after all: the byte belongs to the input that comes next.
    case broken
  }

  /// More bytes than any answer has.
  private static let limit = 512

  private let kind: Kind
  private var bytes: [UInt8] = []

  init(_ kind: Kind) { self.kind = kind }

  mutating func take(_ byte: UInt8) -> Progress {
    guard bytes.count < AnswerCollector.limit else { return .broken }
    return kind == .attributes ? takeOfSequence(byte) : takeOfString(byte)
  }

  /// Takes a byte of `ESC [ ? numbers letter`.
  private mutating func takeOfSequence(_ byte: UInt8) -> Progress {
    guard (0x20..<0x7F).contains(byte) else { return .broken }
    guard byte >= 0x40 else {
      bytes.append(byte)
      return .unfinished
    }
    guard byte == UInt8(ascii: "c") else { return .whole(nil) }
    let numbers = bytes.split(separator: UInt8(ascii: ";"))
      .compactMap { Int(String(decoding: $0, as: UTF8.self)) }
    return .whole(.attributes(numbers))
  }

  /// Takes a byte of a string that `ESC \` ends, or a bell.
  private mutating func takeOfString(_ byte: UInt8) -> Progress {
    if bytes.last == 0x1B {
      guard byte == UInt8(ascii: "\\") else { return .broken }
      bytes.removeLast()
      return .whole(answer)
    }
    if byte == 0x07 { return .whole(answer) }
    guard byte == 0x1B || byte >= 0x20 else { return .broken }
    bytes.append(byte)
    return .unfinished
  }

  private var answer: TerminalAnswer? {
    let text = String(decoding: bytes, as: UTF8.self)
    guard kind == .image else { return .version(text) }
    let parts = text.split(separator: ";", maxSplits: 1)
    guard parts.count == 2, parts[0].split(separator: ",").contains("i=31") else { return nil }
    return .image(String(parts[1]))
  }
}
