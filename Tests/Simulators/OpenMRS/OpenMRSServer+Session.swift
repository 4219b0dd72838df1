import Reprise

extension OpenMRSServer {
  /// Handles `session`: the signed-in user, whatever representation is asked for [001-012, 933].
  ///
  /// Without a user the status is 200, too (23 bytes before 2.45). A clinician's response has 24
  /// KB, because it lists all privileges.
  func session(_ request: ServerRequest, for user: ServerUser?) throws -> ServerReply {
    if request.method == "DELETE" { return .nothing }
    var members: [JSON.Member] = [.init("authenticated", .bool(user != nil))]
    let locales: [JSON.Member] = [
      .init("locale", .string("en")),
      .init(
        "allowedLocales", .array(["en", "en-GB", "es", "fr", "it", "pt"].map { .string($0) })),
    ]
    guard let user else {
      return .json(.object(members + (profile.tellsLocalesToNobody ? locales : [])))
    }
    if profile.guardsSession, !user.may("Get Providers") {
      throw ServerFailure.forbidden("Get Providers")
    }
    if profile.tellsLocalesToNobody { members += locales }
    members.append(.init("user", who(user)))
    if !profile.tellsLocalesToNobody { members += locales }
    members.append(.init("sessionLocation", .null))
    members.append(.init("currentProvider", user.missing == nil ? .null : provider(user)))
    return .json(.object(members))
  }

  private func who(_ user: ServerUser) -> JSON {
    let uuid = "f3000000-0000-4000-8000-000000000001"
    let names = user.missing == nil ? [] : ServerUser.told.filter { user.may($0) }
    var members: [JSON.Member] = [
      .init("uuid", .string(uuid)), .init("display", .string(user.name)),
      .init("username", .string(user.name)), .init("systemId", .string("3-4")),
      .init("userProperties", .object([.init("loginAttempts", .string("0"))])),
      .init(
        "person",
        thing("f3000000-0000-4000-8000-000000000002", user.name + " (invented)", "1.11")),
      .init(
        "privileges",
        .array(
          names.enumerated().map { number, name in
            named("f4000000-0000-4000-8000-\(100_000_000_000 + number)", name)
          })),
      .init(
        "roles",
        .array([named("f5000000-0000-4000-8000-000000000001", "Role of \(user.name)")])),
      .init(
        "links",
        .array(
          ["self", "default"].map { link($0, "user/\(uuid)") })),
    ]
    if profile.leavesOutForbidden, !user.may("Get People") {
      members.removeAll { $0.key == "person" }
    }
    if profile.versionsCustomObjects { members.append(.init("resourceVersion", .string("1.8"))) }
    return .object(members)
  }

  private func link(_ rel: String, _ path: String) -> JSON {
    .object([
      .init("rel", .string(rel)), .init("uri", .string("\(origin)/ws/rest/v1/\(path)")),
      .init("resourceAlias", .string(String(path.prefix { $0 != "/" }))),
    ])
  }

  private func provider(_ user: ServerUser) -> JSON {
    .object([
      .init("uuid", .string("f2000001-0000-4000-8000-000000001eef")),
      .init("display", .string("1 - \(user.name)")),
      .init("links", .array([link("self", "provider/f2000001-0000-4000-8000-000000001eef")])),
    ])
  }

  private func named(_ uuid: String, _ name: String) -> JSON {
    var json = thing(uuid, name, nil)
    json["name"] = .string(name)
    if profile.versionsCustomObjects { json["resourceVersion"] = .string("1.8") }
    return json
  }

  private func thing(_ uuid: String, _ display: String, _ version: String?) -> JSON {
    var json = JSON.object([.init("uuid", .string(uuid)), .init("display", .string(display))])
    if profile.versionsCustomObjects, let version { json["resourceVersion"] = .string(version) }
    return json
  }
}

extension ServerUser {
  /// The privileges that a clinician's session lists: those that a rule of this server requires,
  /// and invented ones that bring the response to its real size.
  fileprivate static let told =
    [
      "Get Patients", "Get People", "Get Visits", "Get Encounters", "Get Observations",
      "Get Conditions", "Get Orders", "Get Patient Programs", "Get Concepts", "Get Locations",
      "Get Providers", "Get Allergies",
    ] + (13...174).map { "Invented Privilege \($0)" }
}
