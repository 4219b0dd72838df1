private import CLibcrypto
private import Glibc

extension [UInt8] {
  /// From the kernel: a library's generator keeps its state in process memory, so two virtual
  /// machines started from the same snapshot would generate the same nonces, which breaks AES-GCM.
  /// The kernel is informed of such a start.
  init(randomCount count: Int) throws {
    try self.init(unsafeUninitializedCapacity: count) { bytes, length in
      while length < count {
        let made = getrandom(bytes.baseAddress.map { $0 + length }, count - length, 0)
        if made < 0, errno == EINTR { continue }
        guard made > 0 else { throw SealingError.noRandomBytes }
        length += made
      }
    }
  }
}
