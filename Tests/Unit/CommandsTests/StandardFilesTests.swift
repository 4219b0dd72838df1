import CSystem
import Foundation
import RepriseTesting
import Testing

@testable import Commands

@Suite struct StandardFilesTests {
  /// A system that takes so many bytes at each call, or fails with an error where the number is
  /// negative.
  private struct Writing {
    var answers: ArraySlice<Int>
    var text = ""
    var calls = 0
    var problem: OutputError?

    init(_ text: String, _ answers: Int...) {
      self.answers = answers[...]
      do {
        try StandardFiles.write(text) { take($0) }
      } catch {
        problem = error as? OutputError
      }
    }

    private mutating func take(_ bytes: UnsafeRawBufferPointer) -> Int {
      calls += 1
      guard let answer = answers.popFirst(), answer != 0 else {
        // As it was before: where nothing is taken no error is set.
        errno = answers.isEmpty ? EPIPE : EINTR
        return 0
      }
      guard answer > 0 else {
        errno = Int32(-answer)
        return -1
      }
      let taken = bytes.prefix(answer)
      text += String(decoding: taken, as: UTF8.self)
      return taken.count
    }
  }

  @Test("Write loop continues until all bytes are written")
  func aTextIsWrittenToItsEndHoweverLittleIsTakenAtOnce() {
    let writing = Writing("abcdef", 2, 3, 1)
    #expect(writing.text == "abcdef")
    #expect(writing.calls == 3)
    #expect(writing.problem == nil)
    #expect(Writing("", 1).calls == 0)
  }

  @Test("Write loop continues after an interrupting signal") func aSignalThatInterruptsIsNoEnd() {
    let interruption = Int(-EINTR)
    let writing = Writing("abc", interruption, 1, interruption, interruption, 2)
    #expect(writing.text == "abc")
    #expect(writing.calls == 5)
    #expect(writing.problem == nil)
  }

  @Test("Write loop reports the error that ended it") func whatEndsItIsTold() {
    let full = Writing("abc", 1, Int(-ENOSPC), 2)
    #expect(full.text == "a")
    #expect(full.calls == 2)
    #expect(full.problem == OutputError(code: ENOSPC))
    let nothing = Writing("abc", 1, 0, 2)
    #expect(nothing.text == "a")
    #expect(nothing.calls == 2)
    #expect(nothing.problem == OutputError(code: EIO))
  }

  @Test("Process needs a limit of at least 32 open files") func aProcessNeedsThirtyTwoFiles() throws
  {
    for allowed in [0, 1, 31] {
      #expect(throws: TooFewFiles(allowed: allowed)) { try StandardFiles.requireEnough(allowed) }
    }
    // A negative number is no limit.
    for allowed in [32, 33, 1 << 20, -1] { try StandardFiles.requireEnough(allowed) }
    let few = TooFewFiles(allowed: 31)
    #expect(few.errorDescription == "only 31 files may be open at once here")
    #expect(few.recoverySuggestion == "Allow more: ulimit -n 256.")
  }
}

/// Returns the text that is written into a pipe.
func written(_ write: (Int32) throws -> Void) throws -> String {
  let pipe = Pipe()
  defer { withExtendedLifetime(pipe) {} }
  // Nobody waits for ever, whether too much is written or nothing.
  let ends = [pipe.fileHandleForReading, pipe.fileHandleForWriting].map(\.fileDescriptor)
  for end in ends { try #require(fcntl(end, F_SETFL, O_NONBLOCK) == 0) }
  try write(ends[1])
  var bytes = [UInt8](repeating: 0, count: 1 << 17)
  let count = read(ends[0], &bytes, bytes.count)
  return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
}

/// Returns the text that is written to a terminal of so many columns, once its last line has ended
/// with a full stop.
func shown(columns: Int32, _ write: (Int32) throws -> Void) async throws -> String {
  var name = [CChar](repeating: 0, count: 128)
  let terminal = reprise_open_terminal(24, columns, 0, 0, &name, name.count)
  defer { close(terminal) }
  try #require(terminal >= 0)
  let window = open(name, O_RDWR | O_NOCTTY)
  defer { close(window) }
  try #require(window >= 0 && fcntl(terminal, F_SETFL, O_NONBLOCK) == 0)
  try write(window)
  var shown: [UInt8] = []
  try await waitUntil("the terminal has all lines") {
    var bytes = [UInt8](repeating: 0, count: 1_000)
    let count = read(terminal, &bytes, bytes.count)
    // A terminal returns to the first column at each line's end.
    shown += bytes.prefix(max(0, count)).filter { $0 != UInt8(ascii: "\r") }
    return shown.suffix(2) == [UInt8(ascii: "."), UInt8(ascii: "\n")]
  }
  return String(decoding: shown, as: UTF8.self)
}
