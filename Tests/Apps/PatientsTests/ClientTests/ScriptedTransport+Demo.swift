import Reprise
import RepriseTesting

@testable import OpenMRSSimulator
@testable import Patients

extension ScriptedTransport {
  /// The simulator, of which some answers are others.
  static func demo(
    _ data: RecordStore = .builtIn, _ script: @escaping Script = { _, _ in nil }
  ) -> ScriptedTransport {
    ScriptedTransport(over: SimulatorTransport(data: data), script)
  }
}

extension ScriptedResponse {
  /// An error in OpenMRS's manner, whose reason is “no”.
  static func no(_ status: Int) -> ScriptedResponse {
    .status(status, #"{"error": {"message": "no"}}"#)
  }
}

extension String {
  /// Tells whether it asks for a page of encounters with all that was observed.
  var isOfManyEncounters: Bool {
    contains("encounter?") && contains("groupMembers") && contains("limit=")
  }
}
