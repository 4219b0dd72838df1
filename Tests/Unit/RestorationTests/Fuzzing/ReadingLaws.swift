/// What holds for any bytes whatever that a session file may turn out to hold: nothing traps or
/// goes on for ever, and what was read, written and read again is the same.
///
/// The fuzzer in Tests/Tools/Fuzzing looks for bytes that break a law; `CorpusTests` tries those
/// that it found worth keeping.
enum ReadingLaws {
  struct Broken: Error, CustomStringConvertible {
    let description: String
  }

  /// Reads an input as all that it may be. Throws `Broken`.
  ///
  /// An input that begins with `F` says how a file is damaged; any other is a text that stands
  /// where a body, a state, or a server's answer should.
  static func check(_ input: [UInt8]) throws {
    if input.first == UInt8(ascii: "F") {
      try checkFile(DamagedFile(recipe: input.dropFirst()).bytes)
    } else {
      try checkText(input)
      try checkSnapshot(input)
      try checkStates(input)
    }
  }

  static func hold(_ isTrue: Bool, _ law: @autoclosure () -> String) throws {
    if !isTrue { throw Broken(description: law()) }
  }
}
