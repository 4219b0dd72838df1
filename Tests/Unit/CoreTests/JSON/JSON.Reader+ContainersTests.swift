import Foundation
import Testing

@testable import Core

/// That depth is no matter of the thread's: on macOS a thread other than the first has 512 KiB.
@Suite struct JSONReaderContainersTests {
  @Test(
    "JSON nesting without end is refused on a small stack",
    arguments: ["[", "{\"a\":", "[{\"a\":"], [10_000, 1_000_000])
  func endlessNestingIsRefusedOnASmallStack(opening: String, count: Int) async {
    let message = await onSmallStack {
      do {
        _ = try JSON(Array(String(repeating: opening, count: count).utf8))
        return "was read"
      } catch {
        return "\(error)"
      }
    }
    #expect(message.hasSuffix("values are nested more than 512 deep"))
  }

  @Test(
    "JSON at the nesting limit is read and written on a small stack",
    arguments: [("[", "]"), ("{\"a\":", "}")])
  func theDeepestNestingIsReadAndWrittenOnASmallStack(opening: String, closing: String) async {
    let text =
      String(repeating: opening, count: 511) + "[]" + String(repeating: closing, count: 511)
    let areContentsEqual = await onSmallStack {
      guard let value = try? JSON(Array(text.utf8)) else { return false }
      return value.bytes == Array(text.utf8)
        && (try? JSON(Array(value.indented.utf8)))?.bytes == value.bytes
    }
    #expect(areContentsEqual)
  }

  private func onSmallStack<Result: Sendable>(
    _ work: @escaping @Sendable () -> Result
  ) async -> Result {
    await withCheckedContinuation { continuation in
      let thread = Thread { continuation.resume(returning: work()) }
      thread.stackSize = 512 << 10
      thread.start()
    }
  }
}
