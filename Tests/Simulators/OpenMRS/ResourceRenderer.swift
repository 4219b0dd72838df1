import Reprise

/// Renders objects in a requested representation. An unknown property is an error; an object that
/// the user may not see is omitted.
///
/// A missing object's properties aren't checked: an unknown property in an empty list is no error
/// [803].
struct ResourceRenderer {
  let data: RecordStore
  let profile: ServerProfile
  let user: ServerUser
  /// The base URL in links: "http://host/openmrs", with the host name of the server's first
  /// request.
  let origin: String

  /// A list that ended at a forbidden object [3.4.1: 556]: the JSON written so far, and its path.
  struct TruncatedReply: Error {
    var written: JSON?
    var place: [String] = []
    /// Whether the response ended because of unlimited nesting instead of a missing privilege.
    var isEndless = false

    static func object(_ key: String) -> String {
      "org.openmrs.module.webservices.rest.SimpleObject[\"\(key)\"]"
    }
  }

  func one(_ thing: JSON, _ type: String, as asked: AskedRepresentation) throws -> JSON {
    try render(thing, ResourceTable.type(type), asked, [])
  }

  /// Renders an element of a list, or a nested object. Error messages name its type.
  func part(
    _ thing: JSON, _ type: String, as asked: AskedRepresentation, _ chain: [String] = []
  ) throws -> JSON {
    let type = ResourceTable.type(type)
    return try render(thing, type, asked, chain + [converting(type, asked)])
  }

  private func render(
    _ stub: JSON, _ type: ResourceType, _ asked: AskedRepresentation, _ chain: [String]
  ) throws -> JSON {
    let thing = stub.text("uuid").flatMap { data.thing(type.name, $0) } ?? stub
    switch asked {
    case .reference:
      if let reference = type.reference(in: profile) {
        let members = try members(of: thing, type, reference, chain)
        return .object(members + (type.alias == nil ? [] : [links(thing, type)]))
      }
      guard type.alias != nil else { return try render(thing, type, .standard, chain) }
      return .object(
        [
          .init("uuid", thing["uuid"] ?? .null),
          .init("display", thing["display"] ?? display(of: thing, type)),
          links(thing, type),
        ] + orderType(type))
    case .standard, .full:
      let isFull = asked == .full && type.full != nil
      var members = try members(of: thing, type, type.shape(asked, in: profile), chain)
      if type.alias != nil {
        members.append(links(thing, type, also: isFull || type.full == nil ? nil : "full"))
        members += orderType(type)
        members += version(type)
      }
      return .object(members)
    case .custom(let properties):
      return .object(
        try members(of: thing, type, properties, chain)
          + (profile.versionsCustomObjects ? orderType(type) + version(type) : []))
    case .named(let word):
      throw ServerFailure.exception(
        400,
        chain + [
          "Don't know how to get \(type.name.prefix(1).uppercased() + type.name.dropFirst())Resource1_9(class \(type.javaClass)) "
            + "as \(word)"
        ],
        code: ResourceRenderer.code)
    }
  }

  /// A range that nests its concept, which nests its ranges: 468 KB (openmrs-live.md, 2.5).
  private static let endlessRange = (0..<1_000).reduce(JSON.null) { range, number in
    .object([
      .init("uuid", .string("range-\(number)")),
      .init("display", .string(String(repeating: "normal ", count: 50))),
      .init(
        "concept", .object([.init("uuid", .string("concept")), .init("referenceRanges", range)])),
    ])
  }

  static let code = "org.openmrs.module.webservices.rest.web.ConversionUtil:419"

  private func converting(_ type: ResourceType, _ asked: AskedRepresentation) -> String {
    let kind = if case .named = asked { "Named" } else { "Custom" }
    return "converting class \(type.javaClass) to "
      + "org.openmrs.module.webservices.rest.web.representation.\(kind)Representation@472e9f8b"
  }

  private func members(
    of thing: JSON, _ type: ResourceType, _ properties: [AskedRepresentation.Property],
    _ chain: [String]
  ) throws -> [JSON.Member] {
    var members: [JSON.Member] = []
    for asked in properties {
      if asked.name == "links", type.name != "value" {
        members.append(links(thing, type, also: "default"))
        continue
      }
      guard let property = type.property(asked.name, in: profile) else {
        throw unknown(asked.name, type, chain)
      }
      if asked.name == "referenceRange", profile.nestsReferenceRanges {
        throw TruncatedReply(
          written: .object(members + [.init(asked.name, ResourceRenderer.endlessRange)]),
          place: [TruncatedReply.object(asked.name)], isEndless: true)
      }
      let known = thing[asked.name]
      // Of the alternatives only the one that is set appears [601].
      if type.name == "codedorfreetext", known == nil || known == .null { continue }
      let value = shown(known ?? absent(asked.name, of: thing, type), asked.name, of: thing, type)
      do {
        guard let rendered = try self.value(value, property, asked, type, chain) else {
          continue
        }
        members.append(.init(asked.name, rendered))
      } catch var broken as TruncatedReply {
        members.append(.init(asked.name, broken.written ?? .array([])))
        broken.written = .object(members)
        broken.place.insert(TruncatedReply.object(asked.name), at: 0)
        throw broken
      }
    }
    return members
  }

  /// Returns the value of a property; `nil` if the user may not see it.
  private func value(
    _ value: JSON, _ property: ResourceType.Property, _ asked: AskedRepresentation.Property,
    _ owner: ResourceType, _ chain: [String]
  ) throws -> JSON? {
    guard let type = property.type else { return value }
    let representation = asked.representation ?? .standard
    switch value {
    case .array(let elements):
      return .array(try list(elements, type, representation, chain))
    case .object:
      let type = self.type(of: value, type)
      if isForbidden(type) {
        guard owner.name == "codedorfreetext" else { return nil }
        // A condition's concept appears in spite of the missing privilege [606], unless a custom
        // representation asks for its keys: then the response breaks off (live-findings, 3.4.1).
        if case .custom = representation { throw TruncatedReply() }
      }
      // Before core 2.7 a file has links in every representation [2.44: 541].
      if type == "value", profile.core < "2.7" {
        return try part(value, type, as: .standard, chain)
      }
      return try part(value, type, as: representation, chain)
    default: return value
    }
  }

  func list(
    _ elements: [JSON], _ type: String, _ asked: AskedRepresentation, _ chain: [String] = []
  ) throws -> [JSON] {
    var rendered: [JSON] = []
    for element in elements {
      do {
        let type = self.type(of: element, type)
        if isForbidden(type) { throw TruncatedReply() }
        rendered.append(try part(element, type, as: asked, chain))
      } catch var broken as TruncatedReply {
        broken.place.insert("java.util.ArrayList[\(rendered.count)]", at: 0)
        broken.written = .array(rendered + (broken.written.map { [$0] } ?? []))
        throw broken
      }
    }
    return rendered
  }

  private func type(of value: JSON, _ type: String) -> String {
    guard let uuid = value.text("uuid") else { return type }
    return switch type {
    case "value": data.typeOfValue(uuid)
    case "order": data.thing("testorder", uuid) == nil ? "order" : "testorder"
    default: type
    }
  }

  private func isForbidden(_ type: String) -> Bool {
    guard profile.leavesOutForbidden, let right = ResourceTable.type(type).privilege else {
      return false
    }
    return !user.may(right)
  }

  private func unknown(
    _ name: String, _ type: ResourceType, _ chain: [String]
  ) -> ServerFailure {
    .exception(
      400,
      chain + [
        "\(name) on class \(type.javaClass)",
        "Unknown property '\(name)' on class 'class \(type.javaClass)'",
      ], code: ResourceRenderer.code)
  }
}

extension ResourceRenderer {
  /// Returns links to the object and to another representation of it. Clients can't follow them,
  /// because the host name is wrong.
  private func links(_ thing: JSON, _ type: ResourceType, also other: String? = nil) -> JSON.Member
  {
    let alias = type.alias ?? type.name
    let uri = "\(origin)/ws/rest/v1/\(alias)/\(thing.text("uuid") ?? "")"
    func link(_ rel: String, _ uri: String) -> JSON {
      .object([
        .init("rel", .string(rel)), .init("uri", .string(uri)),
        .init("resourceAlias", .string(alias)),
      ])
    }
    return .init(
      "links", .array([link("self", uri)] + (other.map { [link($0, uri + "?v=" + $0)] } ?? [])))
  }

  private func orderType(_ type: ResourceType) -> [JSON.Member] {
    switch type.name {
    case "order": [.init("type", .string("drugorder"))]
    case "testorder": [.init("type", .string("testorder"))]
    default: []
    }
  }

  private func version(_ type: ResourceType) -> [JSON.Member] {
    type.version.map { [.init("resourceVersion", .string($0))] } ?? []
  }
}
