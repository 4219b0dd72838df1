import Core
import Foundation

/// A program that replies to each line with a line.
final class TestConversation: @unchecked Sendable {
  private let program: Subprocess
  private let socket: Descriptor
  // Serializes requests, and keeps blocking calls off the few threads that run tasks.
  private let queue = DispatchQueue(label: "test server")
  // Accessed only on the queue.
  private var unread = Data()

  init(_ arguments: [String]) throws {
    var ends: [Int32] = [-1, -1]
    // A socket instead of two pipes, because writing to a closed pipe would raise SIGPIPE.
    #if canImport(Darwin)
      let code = socketpair(AF_UNIX, SOCK_STREAM, 0, &ends)
      for end in ends {
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        var isOn: Int32 = 1
        setsockopt(end, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
      }
    #else
      let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
      let code = socketpair(AF_UNIX, kind, 0, &ends)
    #endif
    guard code == 0 else { throw TestServerError(sentence: String(cString: strerror(errno))) }
    let (own, other) = (try Descriptor(moving: ends[0]), try Descriptor(moving: ends[1]))
    program = try Subprocess(
      arguments, environment: SafeEnvironment.variables(), input: .descriptor(other),
      output: .descriptor(other), errors: .inherited)
    socket = own
  }

  deinit {
    program.killGroup()
    program.wait()
  }

  nonisolated(nonsending) func reply(to line: Data?) async throws -> Data {
    try await withCheckedThrowingContinuation { continuation in
      queue.async {
        continuation.resume(
          with: Result {
            if let line { try self.write(line) }
            return try self.readLine()
          })
      }
    }
  }

  private func write(_ line: Data) throws {
    #if canImport(Darwin)
      let flags: Int32 = 0
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    var rest = line[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { send(socket.number, $0.baseAddress, $0.count, flags) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw TestServerError(sentence: "the test server is gone") }
      rest = rest.dropFirst(count)
    }
  }

  private func readLine() throws -> Data {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    var searchedCount = 0
    while true {
      if let end = unread.dropFirst(searchedCount).firstIndex(of: UInt8(ascii: "\n")) {
        defer { unread = Data(unread[unread.index(after: end)...]) }
        return Data(unread[..<end])
      }
      searchedCount = unread.count
      let count = read(socket.number, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw TestServerError(sentence: "the test server ended: see above") }
      unread.append(contentsOf: buffer[..<count])
    }
  }
}
