public import Screens

/// The options of a ``SearchController``.
///
///     options: { $0.opensOnlyMatch = true; $0.mark = \.mark }
public struct SearchOptions<Row: Sendable & Equatable> {
  /// The source and status of the data, shown until a page of matches passes another provenance.
  public var provenance: Provenance?
  /// Returns the status symbol in front of a match. By default `nil`: the list has no marks.
  public var mark: (@Sendable (Row) -> Mark)?
  /// Key bindings that act on the selected match. They must use keys that don't type text.
  public var actions: [RowAction<Row>] = []
  /// Key bindings that the application adds to the search. They must use keys that don't type text.
  public var bindings: [KeyBinding] = []
  /// Called with the result of a screen that was opened from this one, for example a picker.
  public var onResult: @MainActor (ScreenResult, Navigator) -> Void = { _, _ in }
  /// Returns a text about the selected match, shown below the list only if the screen is too narrow
  /// for all columns. By default `nil`: there is no footer.
  public var footerWhenTruncated: (@Sendable (Row) -> String)?
  /// Returns a short text shown beside the field, for example how the source interprets the query.
  /// Called with the query unless it is empty.
  public var footer: (@MainActor (String) -> String)?
  /// Whether the screen opens a match by itself if it is the only one, once the source has
  /// responded. The source must delay its requests while the user types, because letters typed
  /// after that go to the opened screen.
  public var opensOnlyMatch = false
  /// Returns the scopes that the user can search in. The first one is the default, and Tab selects
  /// the next. Called before each search, and so for every typed letter; cache the scopes if they
  /// come from a server.
  public var scopes: @MainActor () async -> [SearchScope] = { [] }

  /// Creates the default options.
  public init() {}
}

/// The texts around the field of a ``SearchController``.
public struct SearchField: Hashable, Sendable {
  /// The label in front of the field, shown if the search has no scopes.
  public let label: String
  /// The text shown in the field while it is empty.
  public let placeholder: String
  /// The text shown below the field, instead of matches, while the field is empty.
  public let explanation: String

  /// Creates the texts of a field.
  ///
  ///     SearchField(
  ///       label: "Name", placeholder: "at least 3 letters", explanation: "Type a name.")
  public init(label: String, placeholder: String, explanation: String) {
    self.label = label
    self.placeholder = placeholder
    self.explanation = explanation
  }
}
