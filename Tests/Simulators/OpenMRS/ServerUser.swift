struct ServerUser: Hashable, Sendable {
  let name: String
  var password = ""
  /// The privileges that the user lacks; `nil` if the user has none at all.
  var missing: Set<String>? = []

  func may(_ privilege: String) -> Bool { missing.map { !$0.contains(privilege) } ?? false }

  /// A user with all privileges except administrative ones.
  static let clinician = ServerUser(name: "clinician")
  static let nothing = ServerUser(name: "nothing", missing: nil)

  static func lacking(_ privileges: String...) -> ServerUser {
    ServerUser(name: "limited", missing: Set(privileges))
  }
}
