/// Somebody whom a server lets in, and what that one may see.
struct ServerUser: Hashable, Sendable {
  let name: String
  var password = ""
  /// The rights that are missing; nil for one who has none at all.
  var missing: Set<String>? = []

  func may(_ privilege: String) -> Bool { missing.map { !$0.contains(privilege) } ?? false }

  /// All rights that don't administer.
  static let clinician = ServerUser(name: "clinician")
  static let nothing = ServerUser(name: "nothing", missing: nil)

  static func lacking(_ privileges: String...) -> ServerUser {
    ServerUser(name: "limited", missing: Set(privileges))
  }
}
