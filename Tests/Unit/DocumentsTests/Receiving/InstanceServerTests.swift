import Core
import Foundation
import RepriseTesting
import Synchronization
import Testing

@testable import Documents

@Suite struct InstanceServerTests {
  private let directory: TemporaryDirectory
  private let environment: [String: String]
  private let address: InstanceAddress
  private let delivery = OpenRequest(
    documents: [.init(path: "/a/b.mol"), .init(path: "/c", isReceived: true)], urls: ["x:y"])

  init() throws {
    directory = try TemporaryDirectory()
    environment = [
      "XDG_RUNTIME_DIR": directory.path, "XDG_STATE_HOME": directory.file("state"),
    ]
    address = InstanceAddress(
      of: "molecules", session: "/s/main.snapshot", environment: environment)
  }

  /// Sends on a thread of its own, since it waits for the answer.
  private func send(
    _ delivery: OpenRequest? = nil, to address: InstanceAddress? = nil, user: UInt32 = geteuid(),
    patience: Duration = .seconds(20)
  ) async throws -> String? {
    let (delivery, address) = (delivery ?? self.delivery, address ?? self.address)
    return try await withCheckedThrowingContinuation { continuation in
      Thread {
        continuation.resume(
          with: Result {
            try delivery.send(
              to: address, application: "molecules", user: user, patience: patience)
          })
      }
      .start()
    }
  }

  @Test("Instance server receives documents and the sender gets its reply")
  func theRunningOneReceivesAndTheSenderSaysWhereItWent() async throws {
    let seen = Mutex<[OpenRequest]>([])
    let inbox = try InstanceServer(at: address) { delivery, _ in
      seen.withLock { $0.append(delivery) }
      return .taken("It is open in process 12.")
    }
    #expect(try await send() == "It is open in process 12.")
    #expect(try await send() == "It is open in process 12.")
    #expect(seen.withLock { $0 } == [delivery, delivery])
    #expect(try directory.permissions("molecules") == 0o700)
    inbox.close()
    #expect(try directory.files() == ["molecules"])
    #expect(try await send() == nil)
  }

  @Test("Instance server that is not running is no error for the sender")
  func nobodyThereIsNoError() async throws {
    #expect(try await send() == nil)
  }

  @Test("Instance server refuses with a reason that the sender gets")
  func aRefusalIsToldWithItsReason() async throws {
    let inbox = try InstanceServer(at: address) { _, _ in .refused("it is locked") }
    defer { inbox.close() }
    let problem = DocumentError.notTaken(application: "molecules", reason: "it is locked")
    await #expect(throws: problem) { try await send() }
    #expect(
      problem.errorDescription
        == "The running molecules didn't open the document: it is locked.")
  }

  @Test("Instance server replies to a message that cannot be read")
  func aMessageThatCannotBeReadIsAnswered() async throws {
    let inbox = try InstanceServer(at: address) { _, _ in .taken("It is open.") }
    defer { inbox.close() }
    let many = OpenRequest(
      documents: (0...OpenRequest.limit).map { .init(path: "/a/\($0).mol") })
    let problem = DocumentError.notTaken(
      application: "molecules", reason: "the message can't be read")
    await #expect(throws: problem) { try await send(many) }
  }

  @Test("Instance server refuses the message of another user unread")
  func anotherUsersMessageIsRefusedUnread() async throws {
    let count = Mutex(0)
    let inbox = try InstanceServer(at: address, user: geteuid() + 1) { _, _ in
      count.withLock { $0 += 1 }
      return .taken("")
    }
    defer { inbox.close() }
    await #expect(throws: DocumentError.self) { try await send() }
    // Nor is anything kept open for it.
    let stranger = try #require(InstanceSocket())
    defer { stranger.close() }
    #expect(stranger.connect(to: address.path) == 0)
    try await waitUntil("the inbox closes its end") { stranger.isAbandoned }
    #expect(count.withLock { $0 } == 0)
  }

  @Test("Instance client sends nothing to the server of another user")
  func nothingIsSentToAnotherUsersInbox() async throws {
    let count = Mutex(0)
    let inbox = try InstanceServer(at: address) { _, _ in
      count.withLock { $0 += 1 }
      return .taken("")
    }
    defer { inbox.close() }
    let problem = DocumentError.notTaken(application: "molecules", reason: "it is another user's")
    await #expect(throws: problem) { try await send(user: geteuid() + 1) }
    #expect(count.withLock { $0 } == 0)
  }

  @Test("Instance server replaces a dead socket, not a live one")
  func aSocketThatWasLeftBehindIsReplacedAndALivingOneIsNot() async throws {
    try address.directory.create()
    let dead = try #require(InstanceSocket())
    #expect(dead.bind(to: address.path) == 0)
    dead.close()
    #expect(try await send() == nil)
    let inbox = try InstanceServer(at: address) { _, _ in .taken("first") }
    defer { inbox.close() }
    #expect(throws: DocumentError.self) {
      try InstanceServer(at: address) { _, _ in .taken("second") }
    }
    #expect(try await send() == "first")
  }

  @Test("Instance server that was replaced leaves the new socket alone")
  func whoeverWasReplacedLeavesTheSocketOfTheOtherAlone() async throws {
    let old = try InstanceServer(at: address) { _, _ in .taken("old") }
    // As if it had been deleted from outside.
    unlink(address.path)
    let new = try InstanceServer(at: address) { _, _ in .taken("new") }
    old.close()
    #expect(try await send() == "new")
    new.close()
  }

  @Test("Instance client gives up on a server that does not reply")
  func oneThatDoesNotAnswerIsGivenUp() async throws {
    try address.directory.create()
    let silent = try #require(InstanceSocket())
    defer { silent.close() }
    #expect(silent.bind(to: address.path) == 0)
    #expect(listen(silent.descriptor, 4) == 0)
    let problem = DocumentError.notTaken(application: "molecules", reason: "it doesn't answer")
    await #expect(throws: problem) { try await send(patience: .milliseconds(50)) }
  }

  /// A delivery of nothing, with something more in it.
  private static func message(_ addition: String) -> String {
    #"{"documents":[],"urls":[],"more":\#(addition)}"#
  }

  @Test(
    "Instance server refuses an invalid message and continues",
    arguments: [
      "", "no JSON", "{}", #"{"documents":[{"path":"relative"}],"urls":[]}"#,
      #"{"documents":7,"urls":[]}"#, String(repeating: "[", count: 10_000),
      message(String(repeating: "[", count: 8) + String(repeating: "]", count: 8)),
      message("[0" + String(repeating: ",0", count: 16_000) + "]"),
    ])
  func aMessageThatMeansNothingIsRefusedAndTheInboxGoesOn(text: String) async throws {
    let inbox = try InstanceServer(at: address) { _, _ in .taken("yes") }
    defer { inbox.close() }
    let stranger = try #require(InstanceSocket())
    #expect(stranger.connect(to: address.path) == 0)
    #expect(stranger.send(Array(text.utf8), until: .now + .seconds(20)))
    let reply = try #require(stranger.receive(until: .now + .seconds(20)))
    #expect(try JSON(reply).text("refused") == "the message can't be read")
    try await waitUntil("the inbox closes its end") { stranger.isAbandoned }
    stranger.close()
    #expect(try await send() == "yes")
  }

  @Test("Instance socket notices that the sender has closed") func aSenderThatHasGivenUpIsNotHeard()
    async throws
  {
    let (left, right) = try InstanceServerTests.pair()
    #expect(left.send([1], until: .now + .seconds(20)))
    #expect(right.receive(until: .now + .seconds(20)) == [1])
    #expect(!right.isAbandoned)
    left.close()
    #expect(right.isAbandoned)
    right.close()
  }

  @Test("Instance server handler notices that the sender has given up")
  func aHandlerThatTakesLongLearnsThatTheSenderHasGivenUp() async throws {
    let (gate, opening) = AsyncStream<Void>.makeStream()
    let heard = Mutex<[Bool]>([])
    let inbox = try InstanceServer(at: address) { _, isAwaited in
      heard.withLock { $0.append(isAwaited()) }
      for await _ in gate {}
      heard.withLock { $0.append(isAwaited()) }
      return .refused("it was busy")
    }
    defer { inbox.close() }
    let sender = try #require(InstanceSocket())
    #expect(sender.connect(to: address.path) == 0)
    #expect(sender.send(delivery.json.bytes, until: .now + .seconds(20)))
    try await waitUntil("the handler is asked") { heard.withLock { $0 } == [true] }
    sender.close()
    opening.finish()
    try await waitUntil("the handler goes on") { heard.withLock { $0 } == [true, false] }
  }

  /// In a process of its own, where nobody else opens one.
  @Test("Instance server closes the connection after its reply")
  func theConnectionOfWhoWasAnsweredIsClosed() async {
    await #expect(processExitsWith: .success) {
      let tests = try InstanceServerTests()
      let inbox = try InstanceServer(at: tests.address) { _, _ in .taken("yes") }
      defer { inbox.close() }
      let sockets = { OpenFiles.paths.count { $0.hasPrefix("socket:") } }
      let count = sockets()
      for _ in 1...3 { #expect(try await tests.send() == "yes") }
      try await waitUntil("the connections are closed") {
        sockets() == count
      }
    }
  }

  private static func pair() throws -> (InstanceSocket, InstanceSocket) {
    var ends: [Int32] = [-1, -1]
    let code = socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends)
    try #require(code == 0)
    return (InstanceSocket(accepted: ends[0]), InstanceSocket(accepted: ends[1]))
  }

  @Test("Instance server address differs per session") func eachSessionHasAnInboxOfItsOwn() {
    let other = InstanceAddress(
      of: "molecules", session: "/t/main.snapshot", environment: environment)
    #expect(other != address)
    #expect(address.path.hasPrefix(directory.path + "/molecules/"))
  }

  @Test("Instance server avoids a runtime directory that others can read")
  func aRuntimeFolderThatOthersCanReadIsNotUsed() {
    chmod(directory.path, 0o755)
    let shared = InstanceAddress(of: "molecules", session: "/s", environment: environment)
    #expect(shared.path.hasPrefix(directory.file("state/molecules/inbox/")))
    let long = ["XDG_STATE_HOME": "/" + String(repeating: "x", count: 120)]
    let far = InstanceAddress(of: "molecules", session: "/s", environment: long)
    #expect(far.path.hasPrefix("/tmp/molecules-\(geteuid())/"))
    #expect(far.path.utf8.count <= InstanceSocket.longestPath)
  }
}
