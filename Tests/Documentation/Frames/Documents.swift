import ChemicalDocuments
import Documents
import Reprise

func deliver(
  _ arguments: Arguments, _ received: ReceivedFolder, snapshotPath: String,
  _ environment: [String: String]
) throws {
  // The block.
}
