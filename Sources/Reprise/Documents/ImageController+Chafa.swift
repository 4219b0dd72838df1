public import Controllers
public import Documents
public import Screens

extension ImageController {
  /// Creates a screen for an image. chafa draws it, or converts it to the terminal's graphics
  /// protocol.
  ///
  /// ```swift
  /// ImageController(title: "Photo", chafa: Chafa(environment: environment)) { load in
  ///   load.show(StillImage(title: "cat.png", facts: ["image/png"], bytes: try await disk.bytes))
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - title: The title until the image is loaded.
  ///   - provenance: The source of the image, until the load sets it.
  ///   - bindings: The application's own key bindings, listed before the others.
  ///   - chafa: The program; `nil` if it isn't installed. Then the image is shown only in a
  ///     terminal with graphics that can decode its file.
  ///   - help: The sentence shown if the image can't be drawn.
  ///   - onResult: Handles the results of screens that the application's own keys have opened.
  ///   - source: Shows the image with `load.show`, or throws.
  public convenience init(
    title: String, provenance: Provenance? = nil, bindings: [KeyBinding] = [], chafa: Chafa?,
    help: String, onResult: @escaping @MainActor (ScreenResult, Navigator) -> Void = { _, _ in },
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
      }, onResult: onResult, source: source)
  }
}
