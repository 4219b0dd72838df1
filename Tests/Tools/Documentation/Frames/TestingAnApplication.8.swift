import Foundation
import Reprise
import RepriseTesting
import Testing

let directory = URL(fileURLWithPath: "/nonexistent")

@MainActor @Suite struct OldSnapshotsTests {
  let application = Application("cloudburst") {
    TextController(title: "Virtual systems") { _ in }
  }

  // The block.
}
