/// A user of a server, with the rights that are missing.
struct ServerUser: Hashable, Sendable {
  let name: String
  var password = ""
  /// The rights that are missing; nil for a user who has none at all.
  var missing: Set<String>? = []

  func may(_ privilege: String) -> Bool { missing.map { !$0.contains(privilege) } ?? false }

  /// A user with all rights that don't administer.
  static let clinician = ServerUser(name: "clinician")
  static let nothing = ServerUser(name: "nothing", missing: nil)

  static func lacking(_ privileges: String...) -> ServerUser {
    ServerUser(name: "limited", missing: Set(privileges))
  }
}
