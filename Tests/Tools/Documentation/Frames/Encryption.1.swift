import Encryption

func seal(_ password: inout [UInt8], _ body: [UInt8], _ header: [UInt8]) throws {
  // The block.
}
