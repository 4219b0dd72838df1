import Reprise

/// A machine of a virtual system, as one entry of its `virtualMachines` describes it.
///
/// As with `VirtualSystem`, every field but the id may be missing, and texts are the server's own.
struct VirtualMachine: Identifiable, Hashable, Sendable {
  let id: ResourceID
  /// The pattern's name for the machine: "custom-1".
  let identifier: String?
  let name: String?
  /// The code of the status.
  let status: String?
  let statusText: String?
  let cpuCount: Int?
  let created: Moment?
  let interfaces: [NetworkInterface]
  /// The entry as it was received.
  let raw: JSON
}

extension VirtualMachine {
  init(_ json: JSON) throws(Unreadable) {
    guard json.members != nil else { throw .notAnObject(json.kind) }
    self.init(
      id: try ResourceID(of: json), identifier: json.text("identifier"), name: json.text("name"),
      status: json.text("currentstatus"), statusText: json.text("currentstatus_text"),
      cpuCount: json.wholeNumber("cpucount"), created: Moment(json["created"]),
      interfaces: (json["nics"]?.array ?? []).compactMap { NetworkInterface($0) }, raw: json)
  }

  /// The identifier, "lucav-1"; the name if there is none that could be seen, and "Machine 96" if that has none either.
  var title: String {
    [identifier, name].compactMap(\.self).first { $0.contains { !$0.isWhitespace } }
      ?? "Machine \(id)"
  }

  func statusClass(in table: StatusTable) -> StatusClass {
    table.statusClass(of: status, text: statusText)
  }

  /// Returns the server's word for the status; else English, else the code, else "no status".
  func statusWord(in table: StatusTable) -> String {
    table.word(for: status, text: statusText) ?? "no status"
  }
}
