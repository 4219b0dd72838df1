import Foundation

/// A property of an entity, as the instance words it.
struct Property: Hashable, Sendable {
  /// The key, for example "DESC". The viewer reads nothing into it.
  let key: String
  /// The words for the key, for example "Description".
  let label: String
  /// The value as it came: a text of any length, or an HTML document; nil if there is none.
  let value: String?

  /// Creates a property.
  ///
  ///     Property("DESC", "Description", "Binding affinity against the 1A receptor")
  init(_ key: String, _ label: String, _ value: String?) {
    self.key = key
    self.label = label
    self.value = value
  }

  /// True if the value is an HTML document.
  var isHTML: Bool { value?.range(of: "<html", options: .caseInsensitive) != nil }

  /// The value as texts and tables; empty if there is none.
  var blocks: [TextBlock] {
    guard let value, !value.isEmpty else { return [] }
    return isHTML ? HTMLDocument(value).blocks : [.text(value)]
  }
}
