import Accounts
import Documents
import Glibc
import Reprise

extension KeyBinding {
  @MainActor static func file(_ id: ResourceID, _ viewer: Viewer) -> [KeyBinding] {
    viewer.fetchedFile = nil
    let save = KeyBinding("s", label: "save", help: "Save the file into this folder") {
      $0.runInBackground(viewer.saving(id))
    }
    return [save] + opening(Route.openWith(id: id), viewer) { try await viewer.outgoing(id) }
  }

  /// `route` leads to the list of programs.
  @MainActor static func opening(
    _ route: Route, _ viewer: Viewer, _ document: @escaping DocumentOpener.Source
  ) -> [KeyBinding] {
    [
      KeyBinding(
        "o", label: "open with", help: "Open the file with the program that is always used"
      ) { navigator in
        viewer.opener.open(document, otherwise: route, navigator)
      },
      KeyBinding("O", help: "Choose the program that the file is opened with") { navigator in
        navigator.push(route)
      },
    ]
  }
}

extension Viewer {
  /// If the task is cancelled, no file is left.
  fileprivate func saving(_ id: ResourceID) -> BackgroundWork {
    BackgroundWork(
      WorkName(stringLiteral: "save \(id.text)"), stop: "x", help: "Stop fetching the file"
    ) {
      [self] navigator in
      do {
        let file = try await fetched(id) { navigator.say(progress: $0) }
        navigator.notify("Saved to \(try save(file)).")
      } catch is CancellationError {
        navigator.notify("Stopped; nothing was saved.")
      } catch {
        navigator.notify(StatusMessage(problem: "", error).text)
      }
    }
  }

  func outgoing(_ id: ResourceID) async throws -> OutgoingDocument {
    let file = try await fetched(id) { _ in }
    return OutgoingDocument(file.documentType, name: file.name) { file.bytes }
  }

  func outgoing(_ number: Int, of id: ResourceID) async throws -> OutgoingDocument {
    let file = try await reader.client.forOneLoad(.appear).imageFile(number, of: id)
    return OutgoingDocument(file.documentType, name: file.name) { file.bytes }
  }

  private func fetched(
    _ id: ResourceID, say: @escaping @MainActor @Sendable (String) -> Void
  ) async throws -> ImageFile {
    if let last = fetchedFile, last.id == id { return last.file }
    let title = title(of: id)
    let file = try await reader.client.source.file(id) { progress in
      Task { @MainActor in say("\(title): \(progress.text)") }
    }
    fetchedFile = (id, file)
    return file
  }

  /// Returns the path of the new file in the user's current directory.
  func save(_ file: ImageFile) throws -> String {
    let parts = file.name.split(separator: ".")
    let ending = parts.count > 1 ? Self.fileName(parts[parts.count - 1]) : ""
    let stem = Self.fileName(parts.dropLast(parts.count > 1 ? 1 : 0).joined(separator: ".")[...])
    return try PrivateFile.create(
      "\(directory)/\(stem.isEmpty ? "file" : stem)", ending: ending, file.bytes)
  }

  /// A server's name must not lead to another directory.
  private static func fileName(_ text: Substring) -> String {
    let safe = text.map { $0.isLetter || $0.isNumber || "-_. ()".contains($0) ? $0 : "_" }
    return String(safe.drop { $0 == "." }.prefix(80))
  }
}

extension ImageFile {
  /// If the data store only says that it contains bytes, the name's extension gives the type.
  fileprivate var documentType: DocumentType {
    let ending = name.split(separator: ".").dropFirst().last.map { $0.lowercased() } ?? ""
    let known = [
      "csv": "text/csv", "tsv": "text/tab-separated-values", "json": "application/json",
      "xml": "application/xml", "pdf": "application/pdf", "zip": "application/zip",
      "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    ]
    let mime = type == "application/octet-stream" ? known[ending] ?? type : type
    let isText = mime.hasPrefix("text/") || ["json", "xml"].contains(ending)
    return DocumentType(
      "file", name: ending.isEmpty ? "file" : "\(ending.uppercased()) file", mimeTypes: [mime],
      extensions: ending.isEmpty ? [] : [ending], parent: isText ? "text/plain" : nil)
  }
}

@MainActor func imageScreen(_ number: Int, of id: ResourceID, _ viewer: Viewer) -> any Screen {
  let chafa = viewer.chafa
  return ImageController(
    title: "Image", provenance: viewer.reader.origin,
    bindings: [
      KeyBinding("s", label: "save", help: "Save the image into this folder") { navigator in
        navigator.finish("save the image") { navigator in
          do {
            let image = try await viewer.reader.client.forOneLoad(.appear)
              .imageFile(number, of: id)
            navigator.notify("Saved to \(try viewer.save(image)).")
          } catch {
            navigator.notify(StatusMessage(problem: "", error).text)
          }
        }
      }
    ]
      + KeyBinding.opening(Route.openImageWith(number: number, of: id), viewer) {
        try await viewer.outgoing(number, of: id)
      },
    chafa: chafa,
    help: chafa == nil
      ? "Install chafa to see images here; s saves it." : "chafa can't draw it; s saves it."
  ) { load in
    try await viewer.reader.show(load) { client in
      StillImage(try await client.imageFile(number, of: id))
    }
  }
}

extension EntityClient {
  nonisolated(nonsending) func imageFile(
    _ number: Int, of id: ResourceID
  ) async throws -> ImageFile {
    let all = try await detail(of: id).images?.all ?? []
    guard all.indices.contains(number) else { throw EntitySourceError.noEntity(id) }
    return try await image(all[number], of: id)
  }
}

extension StillImage {
  fileprivate init(_ image: ImageFile) {
    let pixels = PixelSize(image.bytes).map {
      "\($0.width.grouped) × \($0.height.grouped) pixels"
    }
    self.init(
      title: image.name,
      facts: [image.type, pixels, image.bytes.count.byteCountText].compactMap(\.self),
      bytes: image.bytes)
  }
}
