import Reprise

struct V3Reader: Sendable {
  private let json: JSON
  private let others: V3Objects

  init(_ object: JSON, among others: V3Objects) {
    json = object
    self.others = others
  }

  var permID: String? { others.resolved(json["permId"])?["permId"]?.string }

  func text(_ key: String) -> String? { json.text(key) }

  /// `nil` if the object doesn't exist or wasn't fetched.
  func object(_ key: String) -> V3Reader? {
    others.resolved(json[key]).map { V3Reader($0, among: others) }
  }

  func objects(_ key: String) -> [V3Reader] {
    others.objects(json[key]).map { V3Reader($0, among: others) }
  }

  private func has(_ key: String) -> Bool { json[key]?.array != nil }

  // MARK: Rows

  var space: Entity {
    var entity = entity(.space)
    entity.isRootLevel = true
    return entity
  }

  func entity(_ kind: V3Kind) -> Entity {
    let permID = permID ?? text("code") ?? ""
    var entity = Entity(kind.id(permID))
    entity.refcon = .object([
      JSON.Member("kind", .string(kind.rawValue)), JSON.Member("permId", .string(permID)),
    ])
    let type = object("type")?.text("code")
    if type != nil || !kind.hasType { entity.category = kind.title(type) }
    let code = text("code") ?? permID
    entity.header = code
    if kind.hasType {
      entity.summary = json["properties"]?.members == nil ? nil : summary(kind)
    } else {
      entity.summary = text("description") ?? ""
    }
    entity.identifier =
      others.resolved(json["identifier"])?["identifier"]?.string
      ?? (kind == .space ? "/\(code)" : permID)
    entity.children = children(kind)
    return entity
  }

  /// Labelled with their codes, because list responses don't contain the labels.
  var values: [Property] {
    (json["properties"]?.members ?? []).compactMap { member in
      Self.text(member.value).map { Property(member.key, member.key, $0) }
    }
  }

  private func summary(_ kind: V3Kind) -> String {
    let named = values.filter { $0.value?.isEmpty == false }
    func first(_ isMeant: (String) -> Bool) -> Property? { named.first { isMeant($0.key) } }
    let property =
      first { $0 == "$NAME" } ?? first { $0 == "NAME" } ?? first { $0.hasSuffix("_NAME") }
      ?? first { ["DESCRIPTION", "DESC"].contains($0.drop { $0 == "$" }) }
      ?? first { $0.hasSuffix("_DESCRIPTION") }
    var parts: [String] = []
    if case .text(let text)? = property?.blocks.first { parts.append(text) }
    if kind == .dataSet, let date = timestamp("registrationDate") {
      parts.append(String(date.prefix(10)))
    }
    return parts.joined(separator: " · ")
  }

  private func children(_ kind: V3Kind) -> [ResourceID]? {
    switch kind {
    case .space:
      has("projects")
        ? objects("projects").compactMap { $0.permID }.map { V3Kind.project.id($0) } : nil
    case .object:
      has("children") && has("dataSets")
        ? objects("children").compactMap { $0.permID }.map { V3Kind.object.id($0) }
          + objects("dataSets").compactMap { $0.permID }.map { V3Kind.dataSet.id($0) } : nil
    case .project, .collection, .dataSet, .file: nil
    }
  }

  // MARK: Details

  func detail(_ kind: V3Kind) -> Entity {
    var entity = entity(kind)
    entity.images = EntityImages()
    var properties: [Property] = []
    func add(_ key: String, _ label: String, _ value: String?) {
      if let value, !value.isEmpty { properties.append(Property(key, label, value)) }
    }
    var values = json["properties"]?.members ?? []
    // The server sends properties in hash order; users know the order of the type.
    for assignment in object("type")?.assignments ?? [] {
      guard let index = values.firstIndex(where: { $0.key == assignment.code }) else { continue }
      if let property = assignment.property(values[index].value) { properties.append(property) }
      values.remove(at: index)
    }
    for member in values.sorted(by: { $0.key < $1.key }) {
      add(member.key, member.key, Self.text(member.value))
    }
    add("#DESCRIPTION", "Description", text("description"))
    for (key, label, kind) in V3Reader.links {
      let linked = linked(key, kind).sorted { $0.identifier ?? "" < $1.identifier ?? "" }
      guard !linked.isEmpty else { continue }
      properties.append(
        Property(
          "#\(label.uppercased())", label,
          linked.map { $0.identifier ?? $0.id.text }.joined(separator: "\n"),
          links: linked.map(\.id)))
    }
    add("#PERM_ID", "PermId", permID)
    add("#REGISTRATOR", "Registered by", object("registrator")?.text("userId"))
    add("#REGISTERED", "Registered", timestamp("registrationDate"))
    add("#MODIFIED", "Modified", timestamp("modificationDate"))
    entity.properties = properties
    return entity
  }

  private static let links: [(key: String, label: String, kind: V3Kind)] = [
    ("parents", "Parents", .object), ("sample", "Object", .object),
    ("experiment", "Collection", .collection),
  ]

  var linked: [Entity] { V3Reader.links.flatMap { linked($0.key, $0.kind) } }

  private func linked(_ key: String, _ kind: V3Kind) -> [Entity] {
    let found = key == "parents" ? objects(key) : object(key).map { [$0] } ?? []
    return found.filter { $0.permID != nil }.map { $0.entity(kind) }
  }

  private func timestamp(_ key: String) -> String? {
    json[key]?.int.map { Timestamp(milliseconds: $0).minute(in: .local) }
  }

  private var assignments: [Assignment] {
    objects("propertyAssignments").compactMap { assignment in
      guard let type = assignment.object("propertyType"), let code = type.text("code") else {
        return nil
      }
      let terms = type.object("vocabulary")?.objects("terms") ?? []
      return Assignment(
        ordinal: assignment.json["ordinal"]?.int ?? .max, code: code,
        label: type.text("label") ?? code, isObject: type.text("dataType") == "SAMPLE",
        terms: Dictionary(
          terms.compactMap { term in
            guard let code = term.text("code"), let label = term.text("label"), !label.isEmpty
            else { return nil }
            return (code, label)
          }
        ) { first, _ in first })
    }
    .sorted { ($0.ordinal, $0.code) < ($1.ordinal, $1.code) }
  }

  private struct Assignment {
    let ordinal: Int
    let code: String
    let label: String
    /// The values are permIds of objects.
    let isObject: Bool
    let terms: [String: String]

    /// Newer servers send several values as a list.
    func property(_ value: JSON) -> Property? {
      guard let text = V3Reader.text(value), !text.isEmpty else { return nil }
      let values = value.array?.compactMap { V3Reader.text($0) } ?? [text]
      if isObject {
        return Property(
          code, label, text, display: values.joined(separator: "\n"),
          links: values.map { V3Kind.object.id($0) })
      }
      let isNamed = values.contains { terms[$0] != nil }
      return Property(
        code, label, text,
        display: isNamed ? values.map { terms[$0] ?? $0 }.joined(separator: ", ") : nil)
    }
  }

  fileprivate static func text(_ value: JSON) -> String? {
    switch value {
    case .string(let text), .number(let text): text
    case .bool(let value): value ? "true" : "false"
    case .null: nil
    case .array(let values): values.compactMap { text($0) }.joined(separator: ", ")
    case .object: value.text
    }
  }
}
