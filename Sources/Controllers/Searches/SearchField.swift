/// The field of a ``SearchController``: the texts around it, and the scopes in which the user can
/// search.
public struct SearchField: Sendable {
  /// The label in front of the field, shown if the search has no scopes.
  public let label: String
  /// The text shown in the field while it is empty.
  public let placeholder: String
  /// The text shown below the field, instead of matches, while the field is empty.
  public let explanation: String
  let hint: (@MainActor (String) -> String)?
  let scopes: @MainActor () async -> [SearchScope]

  /// Creates a field.
  ///
  ///     SearchField(
  ///       label: "Name", placeholder: "at least 3 letters", explanation: "Type a name.")
  ///
  /// - Parameters:
  ///   - label: The label in front of the field, shown if the search has no scopes.
  ///   - placeholder: The text shown in the field while it is empty.
  ///   - explanation: The text shown below the field, instead of matches, while the field is empty.
  ///   - hint: Returns a short text shown beside the field, for example how the source interprets
  ///     the query. Called with the query unless it is empty; `nil` for none.
  ///   - scopes: Returns the scopes that the user can search in. The first one is the default, and
  ///     Tab selects the next. Called before each search, and so for every typed letter; cache the
  ///     scopes if they come from a server.
  public init(
    label: String, placeholder: String, explanation: String,
    hint: (@MainActor (String) -> String)? = nil,
    scopes: @escaping @MainActor () async -> [SearchScope] = { [] }
  ) {
    self.label = label
    self.placeholder = placeholder
    self.explanation = explanation
    self.hint = hint
    self.scopes = scopes
  }
}

/// A kind of search or a location to search in, such as names or barcodes. The user switches
/// between scopes with Tab.
public struct SearchScope: Hashable, Sendable {
  /// The scope's name in sessions, by which the search's source also distinguishes scopes.
  public let id: String
  /// The label in front of the search field while the scope is selected.
  public let title: String

  /// Creates a scope.
  ///
  ///     SearchScope(id: "BARCODE", title: "Barcode")
  public init(id: String, title: String) {
    self.id = id
    self.title = title
  }
}
