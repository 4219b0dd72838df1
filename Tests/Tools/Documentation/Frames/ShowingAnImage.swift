import Documents
import Reprise

let environment = ["PATH": "/usr/bin"]

struct Disk: Sendable {
  func read(_ name: String) async throws -> [UInt8] { [] }
}

let disk = Disk()

// The block.
