/// A known application of the Reprise family. It is offered for documents even if it isn't
/// registered with the desktop.
public struct KnownApplication: Hashable, Sendable {
  /// The command, and the title shown to the user.
  public let command, title: String
  /// The MIME types that the application opens.
  public let mimeTypes: [String]

  /// Creates a known application.
  ///
  ///     KnownApplication("molecules", title: "Molecules", mimeTypes: ["chemical/x-mdl-molfile"])
  public init(_ command: String, title: String, mimeTypes: [String]) {
    self.command = command
    self.title = title
    self.mimeTypes = mimeTypes
  }
}
