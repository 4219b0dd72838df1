import Core
import Foundation
import Networking
import Testing

@Suite struct ServerResponseTests {
  private func answer(entries count: Int, isRecorded: Bool = false) -> ServerResponse {
    ServerResponse(
      .array(Array(repeating: .object([]), count: count)), timestamp: 7,
      location: "https://a.example/x",
      isRecorded: isRecorded)
  }

  @Test("A response of 250,000 entries is a list") func aListOfAnyUsualLengthIsOne() throws {
    #expect(try answer(entries: ServerResponse.longestList).list().count == 250_000)
  }

  /// 3 MiB that a server compresses would be gigabytes of rows.
  @Test("A response of more than 250,000 entries is refused", arguments: [false, true])
  func aListWithoutEndIsABadAnswer(isRecorded: Bool) throws {
    let error = #expect(throws: (any Error).self) {
      try answer(entries: 250_001, isRecorded: isRecorded).list()
    }
    #expect(error?.localizedDescription.contains("a list of at most 250000 entries") == true)
  }
}
