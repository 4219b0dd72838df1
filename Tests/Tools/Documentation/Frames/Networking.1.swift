import Accounts
import Foundation
import Reprise

func list(_ url: URL, _ stateDirectory: String, _ password: Secret) async throws {
  // The block.
}
