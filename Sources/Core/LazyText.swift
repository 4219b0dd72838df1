import Synchronization

/// A text that is made when it is first needed, such as the text of a row that only a filter
/// searches. All are equal, because the text is derived from other properties of its owner.
package final class LazyText: Sendable, Hashable {
  private let made = Mutex<String?>(nil)
  private let make: @Sendable () -> String

  /// `make` is called at most once.
  package init(_ make: @escaping @Sendable () -> String) { self.make = make }

  package var text: String {
    made.withLock { made in
      if let made { return made }
      let text = make()
      made = text
      return text
    }
  }

  package static func == (_: LazyText, _: LazyText) -> Bool { true }

  package func hash(into hasher: inout Hasher) {}
}
