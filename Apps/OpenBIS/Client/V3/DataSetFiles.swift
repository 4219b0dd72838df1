import Accounts
import FoundationEssentials
import Glibc
import Reprise

/// The files of a data set, as listed by the V3 API of its data store. The request follows pyBIS,
/// and hasn't been tested with a real data store.
struct DataSetFiles: Sendable {
  private let permID: String

  /// The maximum depth of a directory and length of a path in bytes, which no file system exceeds.
  private static let (mostLevels, longestPath) = (64, 4096)

  init(_ permID: String) { self.permID = permID }

  nonisolated(nonsending) func requestListing(
    over connection: Connection, _ token: Secret
  ) async throws -> [JSON] {
    let dataSet = V3.object(
      V3Kind.dataSet.criteria,
      ["operator": .string("OR"), "criteria": .array([V3.code(permID)])])
    let criteria = V3.object(
      "dss.dto.datasetfile.search.DataSetFileSearchCriteria",
      ["operator": .string("AND"), "criteria": .array([dataSet])])
    let options = V3.object("dss.dto.datasetfile.fetchoptions.DataSetFileFetchOptions")
    let call = RemoteCall(
      .application, "searchFiles", .secret(token), .json(criteria), .json(options))
    let address = "\(connection.server.text)/datastore_server/rmi-data-store-server-v3.json"
    guard let url = URL(string: address) else { throw HTTPError.notFound(address) }
    let response = try await connection.response(to: url, body: call.body)
    let result = try OpenBISSession.result(try OpenBISSession.validated(response).body)
    return V3Objects(result).list
  }

  /// Throws `MemoryBudgetExceeded`, which parent directories can cause, as each contains its path.
  @concurrent func entities(
    _ objects: [JSON], at store: ServerAddress, within memory: Int = TableRows.entityMemory
  ) async throws -> [Entity] {
    var taken = 0
    func take(_ bytes: Int) throws {
      taken += bytes
      guard taken <= memory else { throw MemoryBudgetExceeded(memory: memory) }
    }
    var files: [String: JSON?] = [:]
    for object in objects {
      guard let text = object["path"]?.string, text.utf8.count <= Self.longestPath else { continue }
      var path = Substring(text)
      while path.hasPrefix("/") { path.removeFirst() }
      while path.hasSuffix("/") { path.removeLast() }
      var parts = path.split(separator: "/")[...]
      // A path with dots could lead out of the data set.
      guard !parts.isEmpty, parts.count <= Self.mostLevels,
        !parts.contains(where: { $0 == "." || $0 == ".." })
      else { continue }
      try take(path.utf8.count)
      files[String(path)] = .some(object["directory"]?.bool == true ? nil : object)
      // A listing may omit parent directories.
      while parts.count > 1 {
        parts.removeLast()
        let directory = parts.joined(separator: "/")
        guard files[directory] == nil else { break }
        try take(directory.utf8.count)
        files[directory] = .some(nil)
      }
    }
    var below: [String: [String]] = [:]
    for path in files.keys {
      let directory = path.split(separator: "/").dropLast().joined(separator: "/")
      below[directory, default: []].append(path)
    }
    return try files.sorted { $0.key < $1.key }.map { path, file in
      let entity = entity(path, file, (below[path] ?? []).sorted(), store)
      try take(entity.memory)
      return entity
    }
  }

  private func entity(
    _ path: String, _ file: JSON?, _ below: [String], _ store: ServerAddress
  ) -> Entity {
    var entity = Entity(id(path))
    entity.refcon = .object([
      JSON.Member("kind", .string(V3Kind.file.rawValue)),
      JSON.Member("permId", .string("\(permID)/\(path)")), JSON.Member("path", .string(path)),
    ])
    let name = path.split(separator: "/").last.map { String($0) } ?? path
    entity.header = name
    entity.identifier = path
    entity.category = file == nil ? "Folder" : V3Kind.file.title(nil)
    entity.children = below.map { id($0) }
    entity.images = EntityImages()
    guard let file else {
      entity.summary = ""
      entity.properties = []
      return entity
    }
    let size = file["fileLength"]?.int.map { max(0, $0) }
    let exact = size.map { "\($0.grouped) bytes" }
    entity.summary = size?.byteCountText ?? ""
    var properties: [Property] = []
    if let size, let exact {
      let text = size < 1024 ? exact : "\(size.byteCountText) (\(exact))"
      properties.append(Property("#SIZE", "Size", text))
    }
    // The data store sends 0 if it hasn't computed a checksum.
    let checksum = file["checksumCRC32"]?.int.map { UInt32(truncatingIfNeeded: $0) }
      .flatMap { $0 == 0 ? nil : $0 }
    if let checksum { properties.append(Property("#CRC32", "CRC-32", checksum.hexadecimal)) }
    entity.properties = properties
    let dataSet = permID.percentEncoded(keeping: "-")
    let escaped = path.percentEncoded(keeping: "/-._~!$&'()*+,=:@")
    let address = "\(store.text)/datastore_server/\(dataSet)/\(escaped)"
    entity.refcon?["address"] = .string(address)
    if let size { entity.refcon?["size"] = .number(String(size)) }
    if let checksum { entity.refcon?["crc32"] = .number(String(checksum)) }
    let types: Set = ["png", "jpg", "jpeg", "gif", "tif", "tiff", "svg", "bmp", "webp"]
    if types.contains(name.split(separator: ".").last.map { $0.lowercased() } ?? "") {
      entity.images?.marquee = .address(address)
    }
    return entity
  }

  private func id(_ path: String) -> ResourceID { V3Kind.file.id("\(permID)/\(path)") }
}

struct DataSetFile: Hashable, Sendable {
  let name: String
  let address: String
  let size: Int?
  /// `nil` if the data store hasn't computed it.
  let checksum: UInt32?

  init?(_ entity: Entity) {
    guard let address = entity.refcon?["address"]?.string else { return nil }
    self.address = address
    name = entity.title
    size = entity.refcon?["size"]?.int
    checksum = entity.refcon?["crc32"]?.int.flatMap { UInt32(exactly: $0) }
  }

  func verify(_ bytes: [UInt8]) throws {
    if let size, size != bytes.count {
      throw OpenBISError.damagedFile(
        name, "\(bytes.count.grouped) bytes came, not \(size.grouped)")
    }
    guard let checksum else { return }
    var crc = CRC32()
    crc.update(bytes)
    guard crc.value != checksum else { return }
    throw OpenBISError.damagedFile(
      name, "its CRC-32 is \(crc.value.hexadecimal), not \(checksum.hexadecimal)")
  }
}

extension UInt32 {
  fileprivate var hexadecimal: String {
    String(String(UInt64(self) | 1 << 32, radix: 16).dropFirst())
  }
}
