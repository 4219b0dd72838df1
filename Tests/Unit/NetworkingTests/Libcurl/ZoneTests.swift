import Foundation
import Testing

@testable import Networking

/// The zone of an IPv6 address is this machine's name for a way out, and nothing that a server is
/// told (RFC 6874).
@Suite(.timeLimit(.minutes(1))) struct ZoneTests {
  @Test(
    "The Host header has no IPv6 zone",
    .enabled(if: LoopbackListener() != nil, "there is no IPv6 here"))
  func theServerIsNotToldTheZone() async throws {
    let listener = try #require(LoopbackListener())
    let server = try #require(
      ServerAddress("http://[::1%25lo]:\(listener.port)/base", allowsHTTP: true))
    #expect(server.name == "[::1%lo]:\(listener.port)")
    var configuration = LibcurlTransport.Configuration()
    configuration.allowsHTTP = true
    async let head = listener.head()
    let response = try await LibcurlTransport(configuration).send(
      HTTPRequest(try #require(server.url("/a"))))
    #expect(response.status == 200)
    let lines = try await head.split(separator: "\r\n")
    #expect(lines.first == "GET /base/a HTTP/1.1")
    #expect(lines.contains("Host: [::1]:\(listener.port)"))
  }
}

/// A socket at ::1 that answers one request with an empty list.
private final class LoopbackListener: Sendable {
  private let socket: Int32
  let port: Int

  /// Listens at a port that is free; nil without IPv6.
  init?() {
    let socket = Glibc.socket(AF_INET6, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in6()
    address.sin6_family = sa_family_t(AF_INET6)
    address.sin6_addr = in6addr_loopback
    var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, length) == 0 && listen(socket, 1) == 0
          && getsockname(socket, $0, &length) == 0
      }
    }
    self.socket = socket
    port = Int(UInt16(bigEndian: address.sin6_port))
    guard isListening else { return nil }
  }

  deinit { close(socket) }

  /// Returns the head of the first request, and answers it.
  @concurrent func head() async throws -> String {
    let connection = accept(socket, nil, nil)
    defer { close(connection) }
    var bytes = [UInt8](repeating: 0, count: 16 << 10)
    var count = 0
    while !String(decoding: bytes[..<count], as: UTF8.self).contains("\r\n\r\n") {
      let got = bytes[count...].withUnsafeMutableBytes {
        read(connection, $0.baseAddress, $0.count)
      }
      guard got > 0 else { break }
      count += got
    }
    let answer = Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n[]".utf8)
    _ = write(connection, answer, answer.count)
    return String(decoding: bytes[..<count], as: UTF8.self)
  }
}
