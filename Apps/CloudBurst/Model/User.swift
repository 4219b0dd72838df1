import Reprise

/// The user that an owner's link leads to.
struct User: Hashable, Sendable {
  /// The full name, "Luca Verdi", or else the login name.
  let name: String
  /// The login name, "lucav"; `nil` if unknown or equal to `name`.
  let login: String?

  /// Reads the keys of both the classic and the newer products; returns `nil` if there is no name.
  init?(_ json: JSON) {
    let login = json.text("username") ?? json.text("user_id")
    guard let name = json.text("fullname") ?? json.text("name") ?? login else { return nil }
    self.name = name
    self.login = login == name ? nil : login
  }

  /// "Luca Verdi (lucav)".
  var title: String {
    login.map { "\(name) (\($0))" } ?? name
  }
}
