import Accounts
import Reprise

@testable import OpenMRSSimulator
@testable import Patients

extension RecordStore {
  /// The built-in people, and what is told in an array of `{"type": "patient", …}`.
  static func builtIn(and text: String) throws -> RecordStore {
    var data = RecordStore.builtIn
    for thing in try json(text).array ?? [] {
      let type = thing.text("type") ?? ""
      var thing = thing
      thing["type"] = nil
      data.absorb(thing, as: type)
      if type == "allergy", let uuid = thing.text("uuid"),
        let patient = thing["patient"]?.text("uuid")
      {
        data.setAllergies((data.allergies[patient] ?? []) + [uuid], of: patient)
      }
    }
    data.index()
    return data
  }
}

extension RecordSource {
  /// The viewer's source, over another transport or in another zone.
  static func unplugged(over transport: any HTTPTransport, zone: Zone = .utc) -> RecordSource {
    var source = RecordSource.unplugged(zone: zone)
    source.client = OpenMRSClient(over: transport, at: .recorded)
    return source
  }
}
