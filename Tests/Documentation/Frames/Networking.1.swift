import Foundation
import Reprise

func list(_ url: URL, _ stateFolder: String, _ password: Secret) async throws {
  // The block.
}
