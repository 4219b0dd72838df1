import Reprise

/// Every field but the id may be missing, and texts are as received.
struct VirtualMachine: Identifiable, Hashable, Sendable {
  let id: ResourceID
  /// The pattern's name for the machine: "custom-1".
  let identifier: String?
  let name: String?
  let status: String?
  let statusText: String?
  let cpuCount: Int?
  let created: ReceivedDate?
  let interfaces: [NetworkInterface]
  let raw: JSON
}

extension VirtualMachine {
  init(_ json: JSON) throws(Unreadable) {
    self.init(
      id: try ResourceID(of: json), identifier: json.text("identifier"), name: json.text("name"),
      status: json.text("currentstatus"), statusText: json.text("currentstatus_text"),
      cpuCount: json.wholeNumber("cpucount"), created: ReceivedDate(json["created"]),
      interfaces: (json["nics"]?.array ?? []).compactMap { NetworkInterface($0) }, raw: json)
  }

  var title: String {
    [identifier, name].compactMap(\.self).first { $0.contains { !$0.isWhitespace } }
      ?? "Machine \(id)"
  }

  func statusClass(in table: StatusTable) -> StatusClass {
    table.statusClass(of: status, text: statusText)
  }

  func statusLabel(in table: StatusTable) -> String {
    table.label(for: status, text: statusText) ?? "no status"
  }
}

/// An address of a virtual machine or of a system. At least one field is present.
struct NetworkInterface: Hashable, Sendable {
  let type: String?
  let hostname: String?
  let address: String?
}

extension NetworkInterface {
  init?(_ json: JSON) {
    self.init(
      type: json.text("type"), hostname: json.text("ip_hostname"),
      address: json.text("ip_address"))
    if type == nil, hostname == nil, address == nil { return nil }
  }

  /// Newer servers send `{"hostname": …, "ipaddress": …}` or a list of such objects.
  static func list(_ json: JSON?) -> [NetworkInterface] {
    guard let json else { return [] }
    return (json.array ?? [json]).compactMap { entry in
      let (hostname, address) = (entry.text("hostname"), entry.text("ipaddress"))
      guard hostname != nil || address != nil else { return nil }
      return NetworkInterface(type: nil, hostname: hostname, address: address)
    }
  }
}
