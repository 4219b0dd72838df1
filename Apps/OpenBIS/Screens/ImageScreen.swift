import Accounts
import Documents
import Reprise

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
