import Foundation

/// A port where nothing is ever said: connections are made and left alone, or refused.
final class SilentPort: Sendable {
  let number: Int
  private let socket: Int32

  init(isOpen: Bool) throws {
    socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafeMutablePointer(to: &address) { [socket] address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, length) | (isOpen ? listen(socket, 8) : 0)
          | getsockname(socket, $0, &length)
      }
    }
    guard code == 0 else { throw POSIXError(.EADDRNOTAVAIL) }
    number = Int(UInt16(bigEndian: address.sin_port))
  }

  deinit { close(socket) }

  var url: URL { URL(string: "https://127.0.0.1:\(number)/") ?? URL(fileURLWithPath: "/") }
}
