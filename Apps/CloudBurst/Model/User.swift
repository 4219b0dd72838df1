import Reprise

/// The user that an owner's link leads to.
struct User: Hashable, Sendable {
  /// The full name, "Luca Verdi"; without one the login name.
  let name: String
  /// The login name, "lucav"; nil if it is `name` already, or isn't known.
  let login: String?

  /// Reads the classic keys, and those of later products; nil if no name is found.
  init?(_ json: JSON) {
    let login = json.text("username") ?? json.text("user_id")
    guard let name = json.text("fullname") ?? json.text("name") ?? login else { return nil }
    self.name = name
    self.login = login == name ? nil : login
  }

  /// The name and the login name: "Luca Verdi (lucav)".
  var title: String {
    login.map { "\(name) (\($0))" } ?? name
  }
}
