import Foundation
import Reprise

/// A property of an entity, as the instance words it.
struct Property: Hashable, Sendable {
  /// The key, for example "DESC". The viewer reads nothing into it.
  let key: String
  /// The words for the key, for example "Description".
  let label: String
  /// The value as it came: a text of any length, or an HTML document; nil if there is none.
  let value: String?
  /// The text that a user reads in the place of a value that is a code, such as a vocabulary term's label; nil for others.
  var display: String?
  /// The entities that the text's lines name, line by line; empty for a value that names none.
  let links: [ResourceID]

  /// Creates a property.
  ///
  ///     Property("DESC", "Description", "Binding affinity against the 1A receptor")
  init(
    _ key: String, _ label: String, _ value: String?, display: String? = nil,
    links: [ResourceID] = []
  ) {
    self.key = key
    self.label = label
    self.value = value
    self.display = display
    self.links = links
  }

  /// True if the value is an HTML document.
  var isHTML: Bool { value?.range(of: "<html", options: .caseInsensitive) != nil }

  /// The value as texts and tables; empty if there is none.
  var blocks: [TextBlock] {
    guard let value = display ?? value, !value.isEmpty else { return [] }
    if !links.isEmpty {
      return value.split(separator: "\n", omittingEmptySubsequences: false).map { .text(String($0)) }
    }
    return isHTML ? HTMLDocument(value).blocks : [.text(value)]
  }
}
