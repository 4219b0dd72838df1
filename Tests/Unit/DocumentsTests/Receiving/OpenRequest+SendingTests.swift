import Core
import Foundation
import RepriseTesting
import Testing

@testable import Documents

/// The sentence of a sender about the one that listens.
@Suite struct DeliverySendingTests {
  private let directory: TemporaryDirectory
  private let address: InstanceAddress

  init() throws {
    directory = try TemporaryDirectory()
    address = InstanceAddress(
      of: "molecules", session: "/s/main.snapshot",
      environment: ["XDG_RUNTIME_DIR": directory.path])
    try address.directory.create()
  }

  private func send() throws -> String? {
    try OpenRequest(urls: ["x:y"]).send(
      to: address, application: "molecules", user: geteuid(), patience: .seconds(60))
  }

  /// Answers the next message with these bytes.
  private func answer(_ text: String) throws {
    let listener = try #require(InstanceSocket())
    #expect(listener.bind(to: address.path) == 0)
    #expect(listen(listener.descriptor, 1) == 0)
    Thread {
      var entry = pollfd(fd: listener.descriptor, events: Int16(POLLIN), revents: 0)
      poll(&entry, 1, 60_000)
      let connection = InstanceSocket(accepted: accept(listener.descriptor, nil, nil))
      _ = connection.receive(until: .now + .seconds(60))
      _ = connection.send(Array(text.utf8), until: .now + .seconds(60))
      connection.close()
      listener.close()
    }
    .start()
  }

  @Test(
    "Open request: an invalid reply is reported with its reason",
    arguments: [
      ("", "it doesn't answer"), ("nonsense", "its answer can't be read"),
      (#"{"other":"x"}"#, "its answer can't be read"),
      (#"{"refused":"it is locked"}"#, "it is locked"),
    ])
  func anAnswerThatIsNoneIsSaid(text: String, reason: String) throws {
    try answer(text)
    #expect(throws: DocumentError.notTaken(application: "molecules", reason: reason)) {
      try send()
    }
  }

  @Test("Open request returns the reply of the server") func whereItWentIsSaid() throws {
    try answer(#"{"taken":"It is open."}"#)
    #expect(try send() == "It is open.")
  }

  @Test("Open request without a server returns nil")
  func nobodyListensWhereNobodyEverDidNorWhereAFileIsInTheWay() throws {
    #expect(try send() == nil)
    try directory.write(String(address.path.dropFirst(directory.path.count + 1)), "x")
    #expect(try send() == nil)
  }
}
