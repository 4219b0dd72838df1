import Glibc

private let streamType = Int32(SOCK_STREAM.rawValue)

/// A Unix socket that carries one message in each direction, as a line of JSON.
struct InstanceSocket: Sendable {
  /// In bytes.
  static let messageLimit = 8 << 20
  /// In bytes.
  static let longestPath = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

  let descriptor: Int32

  /// Close-on-exec. `nil`, with `errno` set, on failure.
  init?() {
    descriptor = socket(AF_UNIX, streamType | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return nil }
    prepare()
  }

  init(accepted descriptor: Int32) {
    self.descriptor = descriptor
    prepare()
  }

  private func prepare() {
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    // All waiting is done by `poll` with a deadline; a blocking `connect` to a stopped process
    // could wait forever.
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
  }

  func close() { _ = Glibc.close(descriptor) }

  /// Returns 0 or `errno`.
  func bind(to path: String) -> Int32 {
    address(path) { Glibc.bind(descriptor, $0, $1) == 0 ? 0 : errno }
  }

  /// Returns 0 or `errno`.
  func connect(to path: String) -> Int32 {
    address(path) { address, size in
      while Glibc.connect(descriptor, address, size) != 0 {
        if errno != EINTR { return errno }
      }
      return 0
    }
  }

  private func address(
    _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    let bytes = Array(path.utf8)
    guard bytes.count <= InstanceSocket.longestPath, !bytes.contains(0) else { return ENAMETOOLONG }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }

  var peer: uid_t? {
    // `struct ucred`, which isn't available in Swift's Glibc.
    var credentials: (process: pid_t, user: uid_t, group: gid_t) = (0, .max, .max)
    var size = socklen_t(MemoryLayout.size(ofValue: credentials))
    guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0,
      size == MemoryLayout.size(ofValue: credentials)
    else { return nil }
    return credentials.user
  }

  /// True once the peer has closed the connection, not only its sending direction.
  var isAbandoned: Bool {
    var entry = pollfd(fd: descriptor, events: 0, revents: 0)
    // `poll` always reports a closed connection.
    return poll(&entry, 1, 0) > 0
  }

  /// Shuts down the sending direction. Returns `false` on failure or at the deadline.
  func send(_ bytes: [UInt8], until deadline: ContinuousClock.Instant) -> Bool {
    var sent = 0
    while sent < bytes.count {
      guard wait(POLLOUT, until: deadline) else { return false }
      let count = bytes[sent...].withUnsafeBytes { buffer in
        Glibc.send(
          descriptor, buffer.baseAddress, buffer.count,
          Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
      }
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      guard count > 0 else { return false }
      sent += count
    }
    shutdown(descriptor, Int32(SHUT_WR))
    return true
  }

  /// Until the peer shuts down its sending direction. Returns `nil` on failure, at the deadline, or
  /// if the message is too large.
  func receive(until deadline: ContinuousClock.Instant) -> [UInt8]? {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while wait(POLLIN, until: deadline) {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      guard count >= 0 else { return nil }
      if count == 0 { return bytes }
      bytes += buffer[..<count]
      guard bytes.count <= InstanceSocket.messageLimit else { return nil }
    }
    return nil
  }

  private func wait(_ events: Int32, until deadline: ContinuousClock.Instant) -> Bool {
    while true {
      let left = Int((deadline - .now) / .milliseconds(1))
      guard left > 0 else { return false }
      var entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
      let ready = poll(&entry, 1, Int32(clamping: left))
      if ready > 0 { return true }
      if ready < 0, errno != EINTR { return false }
    }
  }
}
