public import Controllers
public import Documents
public import Screens

extension ImageController {
  /// Creates a screen with an image that chafa draws, and brings into the form that the terminal takes, where chafa is installed.
  ///
  /// ```swift
  /// ImageController(title: "Photo", chafa: Chafa(environment: environment)) { load in
  ///   load.show(StillImage(title: "cat.png", facts: ["image/png"], bytes: try await disk.bytes))
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - title: The title until the image is there.
  ///   - provenance: The source of the image, until the load names it.
  ///   - bindings: The application's own keys, named before the others.
  ///   - chafa: The program; nil where it isn't installed: then only a terminal with graphics shows the image, if it reads its file.
  ///   - help: The sentence shown where the image can't be drawn.
  ///   - answered: Handles an answer that isn't the controller's own: from a picker or another screen that a key of the application's opened.
  ///   - source: Shows the image with `load.show`, or throws.
  public convenience init(
    title: String, provenance: Provenance? = nil, bindings: [KeyBinding] = [], chafa: Chafa?,
    help: String, answered: @escaping @MainActor (ScreenResult, Navigator) -> Void = { _, _ in },
    source: @escaping @MainActor (Load<StillImage>) async throws -> Void
  ) {
    self.init(
      title: title, provenance: provenance, bindings: bindings, help: help,
      draw: { image, mode in
        await chafa?.lines(
          of: image.bytes, rows: mode.rows, columns: mode.columns, drawsDark: mode.drawsDark)
      },
      convert: { image, wanted in
        let form: Chafa.Graphics = wanted.form == .kitty ? .kitty : .sixels
        return await chafa?.graphics(
          form, of: image.bytes, rows: wanted.rows, columns: wanted.columns)
      }, answered: answered, source: source)
  }
}
