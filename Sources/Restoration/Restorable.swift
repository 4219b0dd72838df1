public import Core

/// An object whose state survives the process, like UIKit's `encodeRestorableState` and
/// `decodeRestorableState` but typed.
///
/// Most types only declare `state`. Implement `encodeState` and `restoreState` to save a part of
/// the state, or to clamp numbers.
@MainActor public protocol Restorable: AnyObject {
  /// The type of the state to save: a small `Codable` struct in which every key has a default
  /// value.
  associatedtype State: RestorableState

  /// The current state of the object. By default it is saved and restored completely.
  var state: State { get set }

  /// Returns the state to save, by default `state`. It is called after every event, so it must be
  /// fast.
  func encodeState() -> State

  /// Applies a saved state, by default by setting `state`. The saved state may come from another
  /// release or another user, so clamp every number.
  func restoreState(_ state: State)

  /// The migrations between the versions of the state's format, oldest first. Append one for every
  /// change of the format, even if the change needs no conversion and the migration only has a
  /// name.
  static var migrations: [Migration] { get }
}

extension Restorable {
  public func encodeState() -> State { state }

  public func restoreState(_ state: State) { self.state = state }

  public static var migrations: [Migration] { [] }

  /// The current version of the state's format, which is saved with the state. It is 1 without
  /// migrations, and each migration adds 1.
  public static var stateVersion: Int { migrations.count + 1 }
}

/// The saved state of a screen: a small struct in which every key has a default.
///
/// `init()` supplies the value of every key that is missing in a snapshot. Store ids, unfinished
/// text, focus, sort order and filters. Don't store records or secrets, and store ids rather than
/// indices. Give optionals and dictionaries empty defaults. Only the top-level keys are restored
/// individually; a nested struct or enum is restored completely or not at all.
///
/// The restoration law, which `assertRestorable` tests: a screen that is restored from its state
/// draws exactly what it drew when the state was saved.
public protocol RestorableState: Codable, Sendable, Equatable {
  /// Creates the state of an object that isn't restored. Its values also replace the keys that are
  /// missing in a snapshot.
  init()
}

/// A migration of a saved state from one version of its format to the next.
///
///     static var migrations: [Migration] {
///       [
///         Migration("a filter has a caret") { state in
///           state["filter"] = .object([.init("text", state["filter"] ?? .string(""))])
///         }
///       ]
///     }
///
/// The first migration leads from version 1 to version 2. Only append migrations, never remove
/// them: a session may come from the first release.
public struct Migration: Sendable {
  /// A description of the change, such as "a filter has a caret".
  public let name: String
  let change: @Sendable (inout JSON) -> Void

  /// Creates a migration from one version of a state's format to the next.
  ///
  /// - Parameters:
  ///   - name: A description of the change.
  ///   - change: Converts the state's JSON. Keys that it doesn't change are retained. Keys that are
  ///     missing afterwards get their default values. By default it converts nothing.
  public init(_ name: String, change: @escaping @Sendable (inout JSON) -> Void = { _ in }) {
    self.name = name
    self.change = change
  }
}

extension [Migration] {
  /// Applies the migrations that lead from the given version to the current one, and returns the
  /// converted state.
  public func bringUpToDate(_ state: JSON, from version: Int) -> JSON {
    var state = state
    // Versions below 1 are treated as 1.
    for migration in dropFirst(Swift.max(1, version) - 1) { migration.change(&state) }
    return state
  }
}
