import Reprise
import Synchronization

/// All that is kept of one instance for one user, sealed: it can be browsed without the server.
///
/// There is a small file for the first frame, one file for each category with its members, one for the entities that were met elsewhere, and
/// one for each entity whose details were read. Each is replaced whole or not at all, so a sync that breaks off leaves the last whole set.
final class EntityStore: Sendable {
  let files: StoreFiles
  private let now: @Sendable () -> Int
  let state = Mutex(State())

  /// The folders in a vault.
  static let instanceDirectory = "instance"
  static let setsDirectory = "entities"
  static let detailsDirectory = "details"
  static let imagesDirectory = "images"

  /// The kinds of files, named before they are erased.
  static let kinds = [
    StoredItemKind(instanceDirectory) { _ in "" },
    StoredItemKind(setsDirectory) { _ in "the entities that were synced" },
    StoredItemKind(detailsDirectory) {
      $0 == 1 ? "the details of 1 entity" : "the details of \($0) entities"
    },
    StoredItemKind(imagesDirectory) { $0 == 1 ? "1 image" : "\($0) images" },
  ]

  static let instanceName = "instance"
  static let metName = "met"

  /// Creates a store with the files of a place; `now` tells the time, in seconds since 1970.
  ///
  ///     EntityStore(.vault(vault))
  init(_ files: StoreFiles, now: @escaping @Sendable () -> Int = { .max }) {
    self.files = files
    self.now = now
  }

  /// Returns a moment that was kept. One still to come was written while the clock was wrong: it is 0, before all that are known. Clocks that
  /// are set by some seconds make no moment one.
  func believed(_ timestamp: Int) -> Int { timestamp - 300 > now() ? 0 : timestamp }

  /// Reads a file, or returns what is known already, with the reason why it couldn't be read: whoever looks goes without, and whoever writes
  /// is told.
  func reading<Contents>(
    or known: Contents?, _ read: () throws -> Contents?
  ) -> (Contents?, (any Error)?) {
    do {
      return (try read() ?? known, nil)
    } catch {
      return (known, error)
    }
  }
}
