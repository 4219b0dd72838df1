import Foundation

/// What goes wrong in a trapping screen: REPRISE_PROBE names it.
enum Mishap: String {
  /// A trap where the screen is made, drawn, or given its data.
  case `init`, draw, load
  /// A trap when a state is restored that isn't the first one: only a screen that begins anew is
  /// spared.
  case restore
  /// The data never comes.
  case wait

  static func asked(at place: Place) -> Mishap? {
    guard place == .trapping else { return nil }
    return ProcessInfo.processInfo.environment["REPRISE_PROBE"].flatMap { Mishap(rawValue: $0) }
  }
}
