import Reprise

/// The details of entities, and their images.
extension EntityStore {
  // MARK: Details

  /// Returns an entity with its details, and the time of the response with the details.
  func detail(of id: ResourceID) -> (entity: Entity, timestamp: Int)? {
    guard let bytes = try? files.read(Self.detailName(id), Self.detailsDirectory),
      let json = try? JSON(bytes), let timestamp = json["moment"]?.int.map({ believed($0) }),
      let detail = json["entity"].flatMap({ Entity(kept: $0) }), detail.id == id
    else { return nil }
    guard let row = entity(id) else { return (detail, timestamp) }
    let isLater = row.timestamp > timestamp
    let whole = isLater ? detail.updated(with: row.entity) : row.entity.updated(with: detail)
    return (whole, timestamp)
  }

  /// Stores an entity with its details. Throws `VaultError`.
  func keepDetail(_ entity: Entity, at timestamp: Int) throws {
    let json = JSON.object([
      JSON.Member("moment", .number(String(timestamp))), JSON.Member("entity", entity.json),
    ])
    try files.write(json.bytes, Self.detailName(entity.id), Self.detailsDirectory, false)
  }

  private static func detailName(_ id: ResourceID) -> String { "detail \(id.text)" }

  // MARK: Images

  /// Returns the image of an address; `nil` if it isn't stored.
  func image(_ address: String) -> Dated<ImageFile>? {
    guard let bytes = try? files.read("image \(address)", Self.imagesDirectory),
      let end = bytes.firstIndex(of: 0x0A), let head = try? JSON(Array(bytes[..<end])),
      let timestamp = head["moment"]?.int.map({ believed($0) }), let type = head["type"]?.string
    else { return nil }
    let file = ImageFile(
      bytes: Array(bytes[(end + 1)...]), type: type, name: head["name"]?.string ?? "image")
    return Dated(file, at: timestamp)
  }

  /// Stores an image. Throws `VaultError`.
  func keep(_ image: ImageFile, from address: String, at timestamp: Int) throws {
    let head = JSON.object([
      JSON.Member("moment", .number(String(timestamp))), JSON.Member("type", .string(image.type)),
      JSON.Member("name", .string(image.name)),
    ])
    try files.write(
      head.bytes + [0x0A] + image.bytes, "image \(address)", Self.imagesDirectory, false)
  }
}
