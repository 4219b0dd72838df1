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
  static let instanceFolder = "instance"
  static let setsFolder = "entities"
  static let detailsFolder = "details"
  static let imagesFolder = "images"

  /// The kinds of files, named before they are erased.
  static let kinds = [
    StoredItemKind(instanceFolder) { _ in "" },
    StoredItemKind(setsFolder) { _ in "the entities that were synced" },
    StoredItemKind(detailsFolder) {
      $0 == 1 ? "the details of 1 entity" : "the details of \($0) entities"
    },
    StoredItemKind(imagesFolder) { $0 == 1 ? "1 image" : "\($0) images" },
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
  func believed(_ moment: Int) -> Int { moment - 300 > now() ? 0 : moment }

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
