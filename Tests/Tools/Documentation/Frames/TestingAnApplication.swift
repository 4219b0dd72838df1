import Foundation
import Reprise
import RepriseTesting
import Testing

@MainActor func test(
  _ application: Application<OnlyRoute>, _ session: TestSession<OnlyRoute>,
  _ program: Program<OnlyRoute>, _ path: String
) async throws {
  // The block.
}
