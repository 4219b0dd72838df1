import Foundation
import RepriseTesting
import Synchronization
import Testing

@testable import Networking

@Suite(.timeLimit(.minutes(5))) struct TransferQueueTests {
  /// A command that comes while the thread's loop is ending is obeyed all the same.
  @Test("A transfer queue accepts a request made during a reply")
  func whatIsAskedWhenAnAnswerIsToldIsAnswered() async throws {
    let queue = TransferQueue(
      LibcurlTransport.Configuration(), libcurl: Libcurl(named: ["libnothing.so.4"]))
    let url = try #require(URL(string: "https://127.0.0.1:1/"))
    let hop = try RedirectStep(HTTPRequest(url), allowsHTTP: false)
    let answered = Atomic(0)
    queue.push(
      .start(TransferTicket(hop)) { _ in
        answered.add(1, ordering: .relaxed)
        queue.push(
          .start(TransferTicket(hop)) { _ in answered.add(1, ordering: .relaxed) })
      })
    try await waitUntil("both are answered") { answered.load(ordering: .relaxed) == 2 }
    // And so is one that comes later.
    queue.push(.start(TransferTicket(hop)) { _ in answered.add(1, ordering: .relaxed) })
    try await waitUntil("the third is answered") { answered.load(ordering: .relaxed) == 3 }
  }

  /// Its connections end with it, and what a thread holds of them is freed.
  @Test("A transfer queue's thread ends with the queue", arguments: [true, false])
  func itsThreadEnds(hasLibrary: Bool) async throws {
    var configuration = LibcurlTransport.Configuration()
    configuration.proxies = .none
    weak var held: TransferQueue?
    do {
      let queue = TransferQueue(
        configuration,
        libcurl: hasLibrary ? .system : Libcurl(named: ["libnothing.so.4"]))
      held = queue
      let url = try #require(URL(string: "https://127.0.0.1:1/"))
      let hop = try RedirectStep(HTTPRequest(url), allowsHTTP: false)
      await #expect(throws: TransferFailure.self) { _ = try await queue.reply(to: hop) }
      // Without a library the thread ends by itself.
      if hasLibrary { queue.push(.stop) }
    }
    try await waitUntil("nobody holds the queue") { held == nil }
  }
}
