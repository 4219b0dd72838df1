import FoundationEssentials
import Glibc
import Reprise

extension Entity {
  /// Missing columns and unreadable cells leave their properties `nil`.
  init?(_ row: TableRow) {
    guard let id = row["PERM_ID"], id.contains(where: { !$0.isWhitespace }) else { return nil }
    self.init(ResourceID(id))
    // The row of a deleted entity has an empty one; the earlier object still finds the entity.
    refcon = row["REFCON"].flatMap { $0.isEmpty ? nil : try? JSON(Array($0.utf8), limits: .part) }
    category = row["CATEGORY"]
    header = row["SUMMARY_HEADER"]
    summary = row["SUMMARY"]
    identifier = row["IDENTIFIER"]
    children = row["CHILDREN"].flatMap { Self.children($0) }
    properties = row["PROPERTIES"].flatMap { Self.properties($0) }
    images = Self.images(row["IMAGES"], address: row["IMAGE_URL"])
    // Services write "true" or 1; any text that isn't empty counts.
    isRootLevel = row["ROOT_LEVEL"].map { !$0.isEmpty }
    isDeleted = row["DELETED"].map { !$0.isEmpty && $0 != "false" } ?? false
  }

  /// Omits duplicates, and null, which a probe without a compound has.
  static func children(_ text: String) -> [ResourceID]? {
    if text.isEmpty { return [] }
    guard let list = (try? JSON(Array(text.utf8), limits: .part))?.array else { return nil }
    var seen: Set<String> = []
    return list.compactMap { element in
      let id: String? =
        switch element {
        case .string(let text): text.isEmpty ? nil : text
        case .number(let text): text
        default: nil
        }
      guard let id, seen.insert(id).inserted else { return nil }
      return ResourceID(id)
    }
  }

  /// "" and `{}` are empty lists.
  static func properties(_ text: String) -> [Property]? {
    if text.isEmpty { return [] }
    guard let json = try? JSON(Array(text.utf8), limits: .part) else { return nil }
    if let members = json.members { return members.isEmpty ? [] : nil }
    return json.array?.compactMap { Property($0) }
  }

  private static func images(_ text: String?, address: String?) -> EntityImages? {
    let own = text.flatMap { EntityImages(text: $0) }
    guard own?.marquee == nil, let address else { return own }
    var images = own ?? EntityImages()
    if !address.isEmpty { images.marquee = .address(address) }
    return images
  }
}

extension Property {
  init?(_ json: JSON) {
    let key = json["key"]?.string ?? ""
    let label = json.text("label") ?? key
    guard !label.isEmpty else { return nil }
    let value: String? =
      switch json["value"] {
      case nil, .null: nil
      case .string(let text), .number(let text): text
      case let other?: other.text
      }
    let links = (json["links"]?.array ?? []).compactMap { $0.string.map { ResourceID($0) } }
    self.init(key, label, value, display: json["display"]?.string, links: links)
  }

  /// For the offline store and for scripts.
  var json: JSON {
    var json = JSON.object([
      JSON.Member("key", .string(key)), JSON.Member("label", .string(label)),
      JSON.Member("value", value.map { .string($0) } ?? .null),
    ])
    if let display { json["display"] = .string(display) }
    if !links.isEmpty { json["links"] = .array(links.map { .string($0.text) }) }
    return json
  }
}

extension EntityImages {
  /// "" and `{}` mean none; `nil` if the cell can't be read.
  init?(text: String) {
    self.init()
    if text.isEmpty { return }
    guard let json = try? JSON(Array(text.utf8), limits: .part), json.members != nil else {
      return nil
    }
    marquee = json["MARQUEE"].flatMap { EntityImage($0) }
    tiled = (json["TILED"]?.array ?? []).compactMap { EntityImage($0) }
  }

  /// Without its bytes, an image that was sent with its entity has only their number.
  func json(withBytes: Bool = true) -> JSON {
    var json = JSON.object([])
    if let marquee { json["MARQUEE"] = marquee.json(withBytes) }
    if !tiled.isEmpty { json["TILED"] = .array(tiled.map { $0.json(withBytes) }) }
    return json
  }
}

extension EntityImage {
  /// Reads an image's URL or Base64 content. No known instance uses the latter.
  init?(_ json: JSON) {
    if let address = json.text("URL") ?? json.string, !address.isEmpty {
      self = .address(address)
    } else if let text = json["DATA"]?["BASE64"]?.string ?? json["BASE64"]?.string,
      let data = Data(base64Encoded: text, options: .ignoreUnknownCharacters)
    {
      let format = json["DATA"]?.text("FORMAT") ?? json.text("FORMAT") ?? ""
      self = .content(Array(data), format: format)
    } else {
      return nil
    }
  }

  fileprivate func json(_ withBytes: Bool) -> JSON {
    switch self {
    case .address(let address): .object([JSON.Member("URL", .string(address))])
    case .content(let bytes, let format) where !withBytes:
      .object([
        JSON.Member("FORMAT", .string(format)), JSON.Member("BYTES", .number(String(bytes.count))),
      ])
    case .content(let bytes, let format):
      .object([
        JSON.Member(
          "DATA",
          .object([
            JSON.Member("BASE64", .string(Data(bytes).base64EncodedString())),
            JSON.Member("FORMAT", .string(format)),
          ]))
      ])
    }
  }
}
