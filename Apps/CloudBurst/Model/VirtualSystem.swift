import Accounts
import Reprise

/// A virtual system, as an entry of `/resources/virtualSystems` describes it. Every field but the
/// id may be missing: null and "" are `nil`. Texts are as received: in the requester's language,
/// and not yet escaped for a terminal.
struct VirtualSystem: Identifiable, Hashable, Sendable {
  let id: ResourceID
  let name: String?
  let status: String?
  let statusText: String?
  let desiredStatus: String?
  let desiredStatusText: String?
  let message: Message?
  let messageText: String?
  let created: ReceivedDate?
  let updated: ReceivedDate?
  /// A link: `/resources/users/6`.
  let owner: String?
  /// A link: `/resources/patterns/1`.
  let pattern: String?
  /// A link; `nil` if the server sends none.
  let cloud: String?
  let description: String?
  let vendor: String?
  let addresses: [NetworkInterface]
  /// Includes keys that this release doesn't know.
  let raw: JSON
}

extension VirtualSystem {
  init(_ json: JSON) throws(Unreadable) {
    id = try ResourceID(of: json)
    name = json.text("name")
    status = json.text("currentstatus")
    statusText = json.text("currentstatus_text")
    desiredStatus = json.text("desiredstatus")
    desiredStatusText = json.text("desiredstatus_text")
    message = json.text("currentmessage").map { Message($0) }
    messageText = json.text("currentmessage_text")
    created = ReceivedDate(json["created"])
    updated = ReceivedDate(json["updated"])
    owner = json.text("owner")
    pattern = json.text("pattern")
    cloud = json.text("cloud") ?? json.text("defaultcloud")
    description = json.text("description")
    vendor = json.text("vendor")
    addresses = NetworkInterface.list(json["ipaddresses"])
    raw = json
  }

  var title: String {
    guard let name, name.contains(where: { !$0.isWhitespace }) else { return "System \(id)" }
    return name
  }

  func statusClass(in table: StatusTable) -> StatusClass {
    table.statusClass(of: status, text: statusText)
  }

  func statusLabel(in table: StatusTable) -> String {
    table.label(for: status, text: statusText) ?? "no status"
  }

  /// `nil` if no status is desired, or if it has been reached.
  func desiredStatusLabel(in table: StatusTable) -> String? {
    guard desiredStatus == nil || desiredStatus != status else { return nil }
    return table.label(for: desiredStatus, text: desiredStatusText)
  }
}

extension ResourceURI {
  static let systemList = "/resources/virtualSystems"

  /// An id is a single name, or a whole path on newer servers. Ids also come from links and session
  /// files, so other paths, such as the one that logs a user out, are refused.
  init?(system id: ResourceID) {
    let isPath = id.text.hasPrefix("/")
    self.init(isPath ? id.text : "\(Self.systemList)/\(id)")
    guard isResource, isPath || names.count == 3 else { return nil }
  }

  init?(machinesOf id: ResourceID) {
    guard let system = ResourceURI(system: id) else { return nil }
    self.init(system.path + "/virtualMachines")
  }

  /// Relative links are resolved against any system, because all have the same parent path.
  init?(link: String) {
    self.init(link, from: ResourceURI("\(Self.systemList)/0"))
    guard isResource else { return nil }
  }

  private var isResource: Bool {
    query == nil
      && (names.starts(with: ["resources"]) || names.starts(with: ["admin", "resources"]))
  }
}
