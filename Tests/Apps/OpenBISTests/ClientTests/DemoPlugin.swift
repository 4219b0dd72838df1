import Reprise

/// The iPad service as the plugin ipad-ui-demo has it: targets, compounds and probes (ipad/*,
/// ipad-odd/*).
struct DemoPlugin {
  let instance: StrictInstance
  let user: StrictInstance.User
  let now: Int

  private static let row = ["PERM_ID", "REFCON", "CATEGORY", "SUMMARY_HEADER", "SUMMARY"]
  private static let rootColumns = row + ["CHILDREN", "ROOT_LEVEL", "DELETED"]
  private static let navigationColumns = row + ["ROOT_LEVEL", "DELETED"]
  private static let drillColumns = row + ["CHILDREN"]
  private static let detailColumns = row + ["IDENTIFIER", "IMAGES", "PROPERTIES"]
  private static let categories = [
    ("TARGETS AND COMPOUNDS", "Targets and Compounds"), ("PROBES", "Probes"),
  ]

  func table(_ key: String?, _ parameters: JSON) throws(StrictFailure) -> StrictTable {
    switch key {
    case "CLIENT_PREFS":
      StrictTable(
        ["KEY", "VALUE"],
        [
          ["ROOT_SET_REFRESH_INTERVAL", "1800"],
          ["SEARCH_DOMAINS", "[{\"label\":\"Search\",\"key\":\"GLOBAL\"}]"],
        ])
    case "NAVIGATION": navigation(parameters)
    case "ROOT": try root(parameters)
    case "DRILL": try drill(parameters)
    case "DETAIL": try detail(parameters)
    case "SEARCH": search(parameters)
    // service/request-key-unknown, request-key-ping: CATEGORIES too.
    default: StrictTable(["PERM_ID", "REFCON"])
    }
  }

  // MARK: Requests

  /// ipad/navigation, navigation-hide
  private func navigation(_ parameters: JSON) -> StrictTable {
    let hidden = Set(
      (parameters["HIDE"]?.array ?? []).compactMap { $0["PERM_ID"]?.string })
    return StrictTable(
      Self.navigationColumns,
      Self.categories.map { code, title in
        hidden.contains(code)
          ? [.text(code), "", "", "", "", "", "true"]
          : category(code, title) + ["true", ""]
      })
  }

  /// ipad/root-*: materials first; what is deleted for good with every request that has a moment.
  private func root(_ parameters: JSON) throws(StrictFailure) -> StrictTable {
    var ids = Self.categories.map(\.0)
    if let asked = try entities(parameters) {
      let named = asked.map { $0["PERM_ID"]?.string ?? "" }
      ids = ids.filter { named.contains($0) }
    }
    var since: Int?
    switch parameters["lastupdate"] {
    case nil, .null: break
    case .string(let text):
      let whole = text.prefix { $0 != "." }
      guard let number = Int(whole) else {
        throw .python("ValueError: invalid literal for long() with base 10: '\(whole)'", line: 259)
      }
      since = number
    case .bool: throw .python("AttributeError: 'bool' object has no attribute 'split'", line: 259)
    case .number(let text):
      let type = text.contains(".") ? "float" : "int"
      throw .python("AttributeError: '\(type)' object has no attribute 'split'", line: 259)
    default: throw .python("AttributeError: 'java.util.ArrayList' object has no attribute 'split'")
    }
    var rows: [[StrictTable.Cell]] = []
    for id in ids {
      let title = Self.categories.first { $0.0 == id }?.1 ?? ""
      let children =
        id == "PROBES" ? probes.map(\.permID) : materials.map(\.permID)
      rows.append(category(id, title) + [.text(list(children)), "true", ""])
      if id == "PROBES" {
        let changed = probes.filter { $0.modifiedAt > since ?? 0 }
        // Nothing new is taken for no restriction (ipad/root-lastupdate-future).
        rows += (changed.isEmpty ? probes : changed).map { row($0) + ["", ""] }
      } else {
        rows += materials.map { row($0) + ["", ""] }
      }
    }
    if since != nil, !ids.isEmpty {
      rows += instance.deleted.map { [.text($0), "", "", "", "", "", "", "true"] }
    }
    return StrictTable(Self.rootColumns, rows)
  }

  /// ipad/drill-*
  private func drill(_ parameters: JSON) throws(StrictFailure) -> StrictTable {
    guard let asked = try entities(parameters) else {
      throw .python("TypeError: 'NoneType' object is not iterable", line: 419)
    }
    if asked.contains(where: { entity in
      Self.categories.contains { $0.0 == entity["PERM_ID"]?.string }
    }) {
      return try root(parameters)
    }
    var first: [StrictInstance.Material] = []
    var samples: [StrictInstance.Sample] = []
    for entity in asked {
      // Whatever it is said to be, it is looked for among the probes, by its code (ipad-odd/drill-unknown-type).
      guard let sample = try sample(entity) else { continue }
      samples.append(sample)
      for child in children(sample) where !first.contains(where: { $0.permID == child.permID }) {
        first.append(child)
      }
    }
    first.sort { $0.type > $1.type }
    return StrictTable(
      Self.drillColumns, first.map { row($0) } + samples.map { row($0) })
  }

  /// ipad/detail-*
  private func detail(_ parameters: JSON) throws(StrictFailure) -> StrictTable {
    var rows: [[StrictTable.Cell]] = []
    let asked = try entities(parameters) ?? []
    for entity in asked where try kind(entity) == "MATERIAL" {
      guard let material = try material(entity) else { continue }
      let images =
        material.type == "5HT_COMPOUND"
        ? object([
          "MARQUEE": object([
            "URL": .string(
              "https://www.ebi.ac.uk/chemblws/compounds/\(material.code)/image")
          ])
        ]) : object([:])
      let all =
        material.properties + [
          .init(
            code: "VERY_LONG_PROPERTY_NAME", label: "Very Long Property Name",
            value: String(repeating: "a long sentence of the plugin ", count: 8)),
          .init(
            code: "UNICODE_PROPERTY", label: "Unicode Property", value: "A pröperty wïth accents."),
        ]
      rows.append(
        Array(row(material).prefix(5))
          + [.text(material.permID), .text(images.compact), .text(properties(all))])
    }
    for entity in asked where try kind(entity) == "SAMPLE" {
      guard let sample = try sample(entity) else { continue }
      let image = "original/images/\(sample.code).jpg"
      let dataSet = instance.dataSets.first { $0.type == "IMAGES" }
      let images =
        dataSet.map {
          object([
            "MARQUEE": object([
              "URL": .string("\(instance.storeAddress)/datastore_server/\($0.permID)/\(image)")
            ])
          ])
        } ?? object([:])
      let timestamp = Timestamp(milliseconds: now * 1000).minute(in: .utc) + ":00"
      rows.append(
        Array(row(sample).prefix(5))
          + [
            .text(sample.identifier), .text(images.compact),
            .text(
              properties([
                .init(code: "DESC", label: "Description", value: sample.property("DESC")),
                .init(code: "TIMESTAMP", label: "Timestamp", value: timestamp),
              ])),
          ])
    }
    return StrictTable(Self.detailColumns, rows)
  }

  /// ipad/search-*: what equals the text, or what wildcards match; materials aren't searched, but
  /// come along.
  private func search(_ parameters: JSON) -> StrictTable {
    let text = parameters["searchtext"]?.string ?? ""
    guard !text.isEmpty else { return StrictTable(Self.drillColumns) }
    let pattern = StrictPattern(text)
    let hits = probes.filter { probe in
      let texts =
        [probe.permID, probe.code, probe.identifier, probe.type] + probe.properties.map(\.value)
      return texts.contains { $0.map { pattern.matches($0) } ?? false }
    }
    var first: [StrictInstance.Material] = []
    for child in hits.flatMap({ children($0) })
    where !first.contains(where: { $0.permID == child.permID }) { first.append(child) }
    return StrictTable(Self.drillColumns, first.map { row($0) } + hits.map { row($0) })
  }

  // MARK: Rows

  /// A user sees the samples of their spaces; materials belong to everybody.
  private var probes: [StrictInstance.Sample] {
    instance.samples.filter { $0.type == "5HT_PROBE" && !$0.isInTrash && user.sees($0.space) }
  }

  private var materials: [StrictInstance.Material] { instance.materials }

  private func category(_ code: String, _ title: String) -> [StrictTable.Cell] {
    let refcon = object([
      "entityKind": .string("NAVIGATION"), "code": .string(code),
      "entityType": .string("NAVIGATION"),
    ])
    return [.text(code), .text(refcon.compact), "Navigation", .text(title), ""]
  }

  private func row(_ sample: StrictInstance.Sample) -> [StrictTable.Cell] {
    let refcon = object([
      "entityKind": .string("SAMPLE"), "code": .string(sample.code),
      "entityType": .string(sample.type),
    ])
    let ids = ["TARGET", "COMPOUND"].map { sample.property($0).map { JSON.string($0) } ?? .null }
    return [
      .text(sample.permID), .text(refcon.compact), .text(sample.type), .text(sample.code),
      .text(sample.property("DESC") ?? ""), .text(JSON.array(ids).compact),
    ]
  }

  private func row(_ material: StrictInstance.Material) -> [StrictTable.Cell] {
    let refcon = object([
      "identifier": .string(material.permID), "entityKind": .string("MATERIAL"),
      "code": .string(material.code), "entityType": .string(material.type),
    ])
    return [
      .text(material.permID), .text(refcon.compact), .text(material.type), .text(material.code),
      .text(material.summary), "[]",
    ]
  }

  private func list(_ ids: [String]) -> String { JSON.array(ids.map { .string($0) }).compact }

  private func properties(_ properties: [StrictInstance.Property]) -> String {
    JSON.array(
      properties.map {
        object([
          "label": .string($0.label), "value": $0.value.map { .string($0) } ?? .null,
          "key": .string($0.code),
        ])
      }
    ).compact
  }

  private func children(_ sample: StrictInstance.Sample) -> [StrictInstance.Material] {
    ["TARGET", "COMPOUND"].compactMap { sample.property($0) }
      .compactMap { id in instance.materials.first { $0.permID == id } }
  }

  // MARK: Parameters

  /// The entities of a request; nil without any (ipad-odd/detail-a-number, drill-a-number). DRILL
  /// and ROOT look at each one's id.
  private func entities(_ parameters: JSON) throws(StrictFailure) -> [JSON]? {
    let key = parameters["requestKey"]?.string
    switch parameters["entities"] {
    case nil, .null: return nil
    case .array(let entities):
      if key != "DETAIL" {
        for entity in entities where try Self.value("PERM_ID", of: entity) == nil {
          throw .python("KeyError: PERM_ID")
        }
      }
      return entities
    case let other?:
      if key == "DRILL" {
        // A text and an object are gone through by their letters and keys.
        if case .number = other { throw .python("TypeError: 'int' object is not iterable") }
        throw .python("TypeError: unicode indices must be integers")
      }
      let type =
        switch other {
        case .number: "java.lang.Integer"
        case .object: "java.util.LinkedHashMap"
        default: "java.lang.String"
        }
      throw .plugin(StrictCall.cast(type, "java.util.List"))
    }
  }

  /// The value under a key, in the manner of Python (ipad-odd/*-of-null, *-refcon-list).
  private static func value(_ key: String, of json: JSON) throws(StrictFailure) -> JSON? {
    switch json {
    case .object: return json[key]
    case .string: throw .python("TypeError: unicode indices must be integers")
    case .array: throw .python("TypeError: java.util.ArrayList indices must be integers")
    case .null: throw .python("TypeError: 'NoneType' object is unsubscriptable")
    case .number: throw .python("TypeError: 'int' object is unsubscriptable")
    case .bool: throw .python("TypeError: 'bool' object is unsubscriptable")
    }
  }

  /// ipad/detail-refcon-*
  private func kind(_ entity: JSON) throws(StrictFailure) -> String {
    try field("entityKind", of: entity)
  }

  private func field(_ key: String, of entity: JSON) throws(StrictFailure) -> String {
    guard let refcon = try Self.value("REFCON", of: entity) else {
      throw .python("KeyError: REFCON")
    }
    guard let value = try Self.value(key, of: refcon) else { throw .python("KeyError: \(key)") }
    guard let text = value.string else {
      throw .python("TypeError: createAttributeMatch(): 2nd arg can't be coerced to String")
    }
    return text
  }

  private func sample(_ entity: JSON) throws(StrictFailure) -> StrictInstance.Sample? {
    let code = try field("code", of: entity)
    return probes.first { $0.code == code }
  }

  private func material(_ entity: JSON) throws(StrictFailure) -> StrictInstance.Material? {
    let code = try field("code", of: entity)
    let type = try field("entityType", of: entity)
    return materials.first { $0.code == code && $0.type == type }
  }
}

/// A search text as servers since 20.10 read it (openbis-live.md, 2).
struct StrictPattern {
  private let text: String
  private let isWild: Bool

  init(_ text: String) {
    let isQuoted = text.count > 1 && text.hasPrefix("\"") && text.hasSuffix("\"")
    self.text = isQuoted ? String(text.dropFirst().dropLast()) : text
    isWild = !isQuoted && text.contains { $0 == "*" || $0 == "?" }
  }

  func matches(_ candidate: String) -> Bool {
    guard isWild else { return candidate == text }
    return Self.matches(Array(text.lowercased())[...], Array(candidate.lowercased())[...])
  }

  private static func matches(
    _ pattern: ArraySlice<Character>, _ text: ArraySlice<Character>
  ) -> Bool {
    guard let first = pattern.first else { return text.isEmpty }
    if first == "*" {
      return (text.startIndex...text.endIndex).contains {
        matches(pattern.dropFirst(), text[$0...])
      }
    }
    guard let next = text.first, first == "?" || first == next else { return false }
    return matches(pattern.dropFirst(), text.dropFirst())
  }
}
