import Documents
import Molecules
import Reprise

func deliver(
  _ arguments: Arguments, _ received: ReceivedDirectory, snapshotPath: String,
  _ environment: [String: String]
) throws {
  // The block.
}
