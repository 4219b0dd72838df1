import Encryption

func open(_ password: inout [UInt8], _ stored: [UInt8], _ header: [UInt8]) throws {
  // The block.
}
