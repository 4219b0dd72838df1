import Foundation
import RepriseTesting
import Testing

@testable import Documents

@Suite struct InstanceSocketTests {
  private static func pair() throws -> (InstanceSocket, InstanceSocket) {
    var ends: [Int32] = [-1, -1]
    let code = socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends)
    try #require(code == 0)
    return (InstanceSocket(accepted: ends[0]), InstanceSocket(accepted: ends[1]))
  }

  @Test("Instance socket path has a limit of bytes") func aPathMayHaveAsManyBytesAsTheSystemTakes()
    throws
  {
    let directory = try TemporaryDirectory()
    let longest = 107
    let room = longest - directory.path.utf8.count - 1
    try #require(room > 0)
    for (path, code) in [
      (directory.file(String(repeating: "x", count: room)), 0),
      (directory.file(String(repeating: "x", count: room + 1)), ENAMETOOLONG),
      (directory.file("a\0b"), ENAMETOOLONG),
    ] {
      let socket = try #require(InstanceSocket())
      defer { socket.close() }
      #expect(socket.bind(to: path) == code)
    }
  }

  @Test("Instance socket is closed on exec and nonblocking")
  func noProgramInheritsItAndNobodyWaitsForEver() throws {
    let (accepted, other) = try Self.pair()
    for socket in [try #require(InstanceSocket()), accepted, other] {
      #expect(fcntl(socket.descriptor, F_GETFD) & FD_CLOEXEC != 0)
      #expect(fcntl(socket.descriptor, F_GETFL) & O_NONBLOCK != 0)
      socket.close()
    }
  }

  /// Both are more than the system keeps for a reader that is slow.
  @Test(
    "Instance message is received whole up to the limit",
    arguments: [(InstanceSocket.messageLimit, true), (InstanceSocket.messageLimit + 1, false)])
  func aMessageComesWholeUpToItsLimit(count: Int, isTaken: Bool) throws {
    let (left, right) = try Self.pair()
    let message = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 4) }
    Thread {
      _ = left.send(message, until: .now + .seconds(60))
      left.close()
    }
    .start()
    let received = right.receive(until: .now + .seconds(60))
    right.close()
    #expect(received == (isTaken ? message : nil))
  }

  @Test("Instance socket sends and receives nothing after the deadline")
  func afterTheDeadlineNothingIsSentOrReceived() throws {
    let (left, right) = try Self.pair()
    #expect(!left.send([1], until: .now))
    #expect(right.receive(until: .now) == nil)
    #expect(left.send([1], until: .now + .seconds(60)))
    left.close()
    #expect(right.receive(until: .now + .seconds(60)) == [1])
    #expect(!right.send([2], until: .now + .seconds(60)))
    right.close()
  }

  @Test("Instance message of a sender that closed unread is dropped")
  func whatComesFromSomebodyWhoClosesUnreadIsNoMessage() throws {
    let (left, right) = try Self.pair()
    #expect(right.send([1], until: .now + .seconds(60)))
    #expect(left.send([2], until: .now + .seconds(60)))
    left.close()
    #expect(right.receive(until: .now + .seconds(60)) == nil)
    right.close()
  }
}
