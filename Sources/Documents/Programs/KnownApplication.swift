/// An application of this family, which opens documents whether it is registered or not.
public struct KnownApplication: Hashable, Sendable {
  /// The command, and the name that a person sees.
  public let command, title: String
  /// The MIME types that the application opens.
  public let mimeTypes: [String]

  /// Names an application.
  ///
  ///     KnownApplication("molecules", title: "Molecules", mimeTypes: ["chemical/x-mdl-molfile"])
  public init(_ command: String, title: String, mimeTypes: [String]) {
    self.command = command
    self.title = title
    self.mimeTypes = mimeTypes
  }
}
