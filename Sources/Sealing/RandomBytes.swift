#if canImport(Glibc)
  private import CLibcrypto
  private import Glibc
#else
  private import Darwin
#endif

extension [UInt8] {
  /// Makes random bytes fit for keys and nonces: the kernel's own.
  ///
  /// A library's generator lives in this process's memory: of a virtual machine that is started twice from one picture both would have the
  /// same next bytes, and two texts sealed with one nonce give each other away. The kernel is told of such a start.
  init(randomCount count: Int) throws {
    try self.init(unsafeUninitializedCapacity: count) { bytes, length in
      #if canImport(Glibc)
        while length < count {
          let made = getrandom(bytes.baseAddress.map { $0 + length }, count - length, 0)
          if made < 0, errno == EINTR { continue }
          guard made > 0 else { throw SealingError.noRandomBytes }
          length += made
        }
      #else
        arc4random_buf(bytes.baseAddress, count)
        length = count
      #endif
    }
  }
}
