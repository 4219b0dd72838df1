public import Screens

/// The options of a ``SearchController``.
///
///     options: { $0.opensOnlyMatch = true; $0.mark = \.mark }
public struct SearchOptions<Row: Sendable & Equatable> {
  /// The source of the data, until a page of matches sets it.
  public var provenance: Provenance?
  /// Returns the mark in front of a match; `nil` for a list without marks.
  public var mark: (@Sendable (Row) -> Mark)?
  /// Actions on the selected match, with keys that don't type text.
  public var actions: [RowAction<Row>] = []
  /// The application's own keys that don't type text, listed after the others.
  public var bindings: [KeyBinding] = []
  /// Handles a result of a picker or another screen that one of these actions opened.
  public var onResult: @MainActor (ScreenResult, Navigator) -> Void = { _, _ in }
  /// Returns a footer about the selected row, only for screens on which not all columns fit.
  public var footerWhenTruncated: (@Sendable (Row) -> String)?
  /// Returns a short text about the query, shown beside the field, for example how it is
  /// interpreted.
  public var footer: (@MainActor (String) -> String)?
  /// Whether a single match is opened once the source has responded. The source must debounce,
  /// because letters typed afterwards would go to the opened screen.
  public var opensOnlyMatch = false
  /// Returns the scopes; the first one is the default, and Tab selects the next. Called at each
  /// load, and so for every letter, before the matches are requested; send a request only if the
  /// scopes aren't cached.
  public var scopes: @MainActor () async -> [SearchScope] = { [] }

  /// Creates the default options.
  public init() {}
}

/// The texts around the field of a ``SearchController``.
public struct SearchField: Hashable, Sendable {
  /// The label in front of the field if there are no scopes.
  public let label: String
  /// The text shown in the empty field.
  public let placeholder: String
  /// The text shown below the empty field. No request is sent then.
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
