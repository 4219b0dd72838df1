public import Controllers
public import Documents
public import Screens

extension ImageController {
  /// Creates a screen that shows an image. The program chafa draws it with characters, or converts
  /// it to the terminal's graphics protocol.
  ///
  /// ```swift
  /// ImageController(title: "Photo", chafa: Chafa(environment: environment)) { load in
  ///   load.show(StillImage(title: "cat.png", facts: ["image/png"], bytes: try await disk.bytes))
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - title: The title until the image is loaded.
  ///   - provenance: The source and status of the image, shown until a load passes another
  ///     provenance.
  ///   - bindings: The application's own key bindings, listed before the others.
  ///   - chafa: The program chafa; `nil` if it isn't installed. The image is then shown only in a
  ///     terminal whose graphics protocol supports the file's format.
  ///   - help: The sentence shown if the image can't be drawn.
  ///   - onResult: Handles the results of screens that the application's own key bindings have
  ///     opened.
  ///   - source: Loads the image and shows it with `load.show`, or throws an error.
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
