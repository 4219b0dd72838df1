import Foundation

/// The readers that can be looked at, one a run.
private enum Reader: String {
  /// A session file, damaged as the input says.
  case snapshot
  /// The text of a body, of a state or of a server's answer.
  case json
  case config, vaultKey, envelope, head, recordedAnswer, address

  /// The letter that an input begins with in the corpus; nil if the whole input is read.
  var letter: Character? {
    switch self {
    case .snapshot: "F"
    case .json, .config: nil
    case .vaultKey: "K"
    case .envelope: "E"
    case .head: "H"
    case .recordedAnswer: "A"
    case .address: "0"
    }
  }

  func check(_ input: [UInt8]) throws {
    switch self {
    case .snapshot, .json: try ReadingLaws.check(input)
    case .config: try ConfigurationLaws.check(input)
    case .vaultKey, .envelope, .head, .recordedAnswer, .address: try KeptLaws.check(input)
    }
  }
}

/// The reader that this run is about.
private let reader = Reader(
  rawValue: ProcessInfo.processInfo.environment["FUZZED_READER"] ?? "")

/// The function that libFuzzer calls with each input. A law that is broken ends the process, and
/// libFuzzer keeps the input; -1 has it forget one that is for another reader.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = Array(UnsafeBufferPointer(start: start, count: count))
  guard let reader else { fatalError("FUZZED_READER names no reader") }
  let first = input.first.map { Character(Unicode.Scalar($0)) }
  guard reader.letter.map({ $0 == first }) ?? (reader == .config || first != "F") else { return -1 }
  do {
    try reader.check(input)
  } catch {
    fatalError("\(error)")
  }
  return 0
}
