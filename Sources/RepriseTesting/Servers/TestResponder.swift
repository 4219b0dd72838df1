import Dispatch
import Foundation

/// Computes a test server's responses in this process: for each request the server connects, sends
/// the request as a line, and reads the response as a line. They are computed one at a time on a
/// queue of its own, outside the threads that run tasks.
final class TestResponder: Sendable {
  typealias Handler = @Sendable (SeenRequest) -> TestResponse

  let port: Int
  // Only cancelled after `init`, which is safe on any thread.
  private nonisolated(unsafe) let source: any DispatchSourceRead

  init(_ handler: @escaping Handler) throws {
    #if canImport(Darwin)
      let kind = SOCK_STREAM
    #else
      let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    #endif
    let listening = Foundation.socket(AF_INET, kind, 0)
    guard listening >= 0 else { throw TestResponder.problem() }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(listening, address, length) == 0 && listen(listening, 64) == 0
          && getsockname(listening, address, &length) == 0
      }
    }
    guard code else {
      close(listening)
      throw TestResponder.problem()
    }
    port = Int(UInt16(bigEndian: address.sin_port))
    source = DispatchSource.makeReadSource(
      fileDescriptor: listening, queue: DispatchQueue(label: "test responder"))
    source.setEventHandler { TestResponder.respond(at: listening, handler) }
    // Closed elsewhere, the descriptor could be reused before a last accept here.
    source.setCancelHandler { close(listening) }
    source.activate()
  }

  deinit { source.cancel() }

  private static func respond(at listening: Int32, _ handler: Handler) {
    let connection = accept(listening, nil, nil)
    guard connection >= 0 else { return }
    let file = FileHandle(fileDescriptor: connection, closeOnDealloc: true)
    var line = Data()
    while line.last != UInt8(ascii: "\n") {
      let piece = file.availableData
      if piece.isEmpty { break }
      line += piece
    }
    guard let request = try? JSONDecoder().decode(SeenRequest.self, from: line),
      let reply = try? JSONSerialization.data(withJSONObject: handler(request).command)
    else { return }
    say(reply + Data("\n".utf8), to: connection)
    shutdown(connection, Int32(SHUT_WR))
  }

  /// The server may be gone, so SIGPIPE isn't raised.
  private static func say(_ data: Data, to connection: Int32) {
    #if canImport(Darwin)
      var isOn: Int32 = 1
      setsockopt(
        connection, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
      let flags: Int32 = 0
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    var rest = data[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, flags) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  private static func problem() -> TestServerError {
    TestServerError(sentence: String(cString: strerror(errno)))
  }
}
