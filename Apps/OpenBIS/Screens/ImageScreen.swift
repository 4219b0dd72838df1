import Reprise

/// One of an entity's images: its type and size, and a key that saves it.
@MainActor func imageScreen(_ number: Int, of id: ResourceID, _ viewer: Viewer) -> any Screen {
  DetailController(
    name: "Image", provenance: viewer.reader.origin,
    bindings: [
      KeyBinding("s", label: "save", help: "Save the image into this folder") { navigator in
        navigator.finish("save the image") { navigator in
          do {
            let path = try await viewer.save(number, of: id)
            navigator.notify("Saved to \(path).")
          } catch {
            navigator.notify(Report(problem: "", error).text)
          }
        }
      }
    ]
  ) { load in
    try await viewer.reader.show(load) { client in
      Detail(try await client.imageFile(number, of: id))
    }
  }
}

extension EntityClient {
  /// Returns one of an entity's images. Throws `SourceLack` if the entity has none of that number.
  nonisolated(nonsending) func imageFile(
    _ number: Int, of id: ResourceID
  ) async throws -> ImageFile {
    let all = try await detail(of: id).images?.all ?? []
    guard all.indices.contains(number) else { throw SourceLack.noEntity(id) }
    return try await image(all[number], of: id)
  }
}

extension Viewer {
  /// Saves an image as a new file in the person's folder; returns the file's path.
  fileprivate func save(_ number: Int, of id: ResourceID) async throws -> String {
    let file = try await reader.client.forOneLoad(.cached).imageFile(number, of: id)
    let parts = file.name.split(separator: ".")
    let ending = parts.count > 1 ? String(parts[parts.count - 1]) : "bin"
    // A name from a server leads nowhere else.
    let stem = parts.dropLast(parts.count > 1 ? 1 : 0).joined(separator: ".")
      .map { $0.isLetter || $0.isNumber || "-_. ()".contains($0) ? $0 : "_" }
    let name = String(stem.drop { $0 == "." }.prefix(80))
    return try PrivateFile.create(
      "\(folder)/\(name.isEmpty ? "image" : name)", ending: ending, file.bytes)
  }
}

extension Detail {
  fileprivate init(_ image: ImageFile) {
    var rows = [DetailRow.labelled("Type", image.type)]
    if let size = PixelSize(image.bytes) {
      rows.append(.labelled("Pixels", "\(size.width.grouped) × \(size.height.grouped)"))
    }
    rows.append(.labelled("Size", image.bytes.count.bytesWords))
    self.init(
      title: image.name, headline: image.name, sections: [DetailSection(rows: rows)])
  }
}

/// The width and height of an image in pixels, as the beginning of a PNG or GIF file says.
struct PixelSize: Hashable, Sendable {
  let width: Int
  let height: Int
}

extension PixelSize {
  /// Reads the size; nil for other kinds of files.
  init?(_ bytes: [UInt8]) {
    func number(_ places: some Sequence<Int>) -> Int {
      places.reduce(0) { $0 << 8 | Int(bytes[$1]) }
    }
    if bytes.count >= 24, bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
      self.init(width: number(16..<20), height: number(20..<24))
    } else if bytes.count >= 10, bytes.starts(with: [0x47, 0x49, 0x46, 0x38]) {
      self.init(width: number([7, 6]), height: number([9, 8]))
    } else {
      return nil
    }
  }
}
