import Reprise

/// A virtual system, as an entry of `/resources/virtualSystems` describes it.
///
/// Every field but the id may be missing. The server writes null or "" for an unknown value; both
/// are `nil` here. Texts are as received: in the requester's language, and not yet escaped for a
/// terminal.
struct VirtualSystem: Identifiable, Hashable, Sendable {
  let id: ResourceID
  let name: String?
  /// The status code, for example `RM01006`.
  let status: String?
  let statusText: String?
  /// The code of the status that a user has requested.
  let desiredStatus: String?
  let desiredStatusText: String?
  let message: Message?
  let messageText: String?
  let created: Moment?
  let updated: Moment?
  /// A link to a user, as received: `/resources/users/6`.
  let owner: String?
  /// A link to a pattern: `/resources/patterns/1`.
  let pattern: String?
  /// A link to the cloud that the system runs in; `nil` if the server sends none.
  let cloud: String?
  let description: String?
  let vendor: String?
  /// The system's own addresses, if the server sends any.
  let addresses: [NetworkInterface]
  /// The entry as received, including keys that this release doesn't know.
  let raw: JSON
}

extension VirtualSystem {
  init(_ json: JSON) throws(Unreadable) {
    guard json.members != nil else { throw .notAnObject(json.kind) }
    self.init(
      id: try ResourceID(of: json), name: json.text("name"),
      status: json.text("currentstatus"), statusText: json.text("currentstatus_text"),
      desiredStatus: json.text("desiredstatus"),
      desiredStatusText: json.text("desiredstatus_text"),
      message: json.text("currentmessage").map { Message($0) },
      messageText: json.text("currentmessage_text"),
      created: Moment(json["created"]), updated: Moment(json["updated"]),
      owner: json.text("owner"), pattern: json.text("pattern"),
      cloud: json.text("cloud") ?? json.text("defaultcloud"),
      description: json.text("description"), vendor: json.text("vendor"),
      addresses: NetworkInterface.list(json["ipaddresses"]), raw: json)
  }
}
