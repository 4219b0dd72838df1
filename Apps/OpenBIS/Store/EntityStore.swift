import Reprise
import Synchronization

/// The encrypted offline store of one instance and user, which allows browsing without the server.
///
/// It consists of a small file for the first frame, a file for each category with its members, one
/// for entities received outside a sync, and one for each entity whose details were opened. Each
/// file is replaced atomically, so an interrupted sync leaves the last complete data.
final class EntityStore: Sendable {
  let files: StoreFiles
  private let now: @Sendable () -> Int
  let state = Mutex(State())

  /// The directories in a vault.
  static let instanceDirectory = "instance"
  static let setsDirectory = "entities"
  static let detailsDirectory = "details"
  static let imagesDirectory = "images"

  /// The kinds of files, described to the user before they are erased.
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

  /// Creates a store; `now` returns the time in seconds since 1970.
  ///
  ///     EntityStore(.vault(vault))
  init(_ files: StoreFiles, now: @escaping @Sendable () -> Int = { .max }) {
    self.files = files
    self.now = now
  }

  /// Returns a stored timestamp, or 0 if it is in the future, because it was then written while the
  /// clock was wrong. Allows 5 minutes for clock adjustments.
  func believed(_ timestamp: Int) -> Int { timestamp - 300 > now() ? 0 : timestamp }

  /// Reads a file. If that fails, returns the copy in memory with the error. Readers ignore the
  /// error, and writers report it.
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
