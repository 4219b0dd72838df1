import Core
import FoundationEssentials
import Glibc

/// The vertical axis of a chart, with round numbers at its ends and ticks.
struct Scale: Hashable {
  let low: Double
  let high: Double
  let step: Double

  /// Creates an axis that covers finite values with at most `steps` steps.
  init(_ values: [Double], steps: Int) {
    let smallest = values.min() ?? 0
    let largest = values.max() ?? 1
    // A single value gets a margin above and below.
    let isFlat = largest - smallest <= abs(largest) * 1e-9
    let margin = isFlat ? max(1, abs(largest) * 0.1) : 0
    let step = Scale.roundStep((largest - smallest + 2 * margin) / Double(max(1, steps)))
    self.step = step
    low = ((smallest - margin) / step).rounded(.down) * step
    high = max(((largest + margin) / step).rounded(.up) * step, low + step)
  }

  /// Rounds up to 1, 2, 5, 10, 20, 50 and so on.
  private static func roundStep(_ step: Double) -> Double {
    guard step.isFinite, step > 1e-12 else { return 1 }
    let power = pow(10, log10(step).rounded(.down))
    let factor = step / power
    return (factor <= 1 ? 1 : factor <= 2 ? 2 : factor <= 5 ? 5 : 10) * power
  }

  var ticks: [Double] {
    let count = Int(min(100, ((high - low) / step).rounded()))
    return (0...max(1, count)).reversed().map { low + Double($0) * step }
  }

  /// Returns a value's height on the axis: 0 at the bottom, 1 at the top.
  func fraction(_ value: Double) -> Double { min(1, max(0, (value - low) / (high - low))) }

  func text(_ value: Double) -> String {
    Scale.text(value, digits: Scale.digits(of: step))
  }

  /// Returns a number with all its decimals, because a rounded limit would be wrong.
  static func text(_ value: Double) -> String { text(value, digits: digits(of: value)) }

  /// Returns the fewest decimals that represent a number exactly, at most six.
  private static func digits(of value: Double) -> Int {
    powers.indices.dropLast().first { digits in
      let scaled = value * powers[digits]
      return abs(scaled - scaled.rounded()) <= abs(scaled) * 1e-9
    } ?? powers.count - 1
  }

  private static let powers: [Double] = [1, 10, 100, 1e3, 1e4, 1e5, 1e6]

  /// Returns a number with a fixed number of decimals, independent of the locale.
  static func text(_ value: Double, digits: Int) -> String {
    let digits = min(powers.count - 1, max(0, digits))
    let scaled = (value * powers[digits]).rounded()
    guard scaled.isFinite, abs(scaled) < 1e15 else { return "\(value)" }
    // Adding 0 removes the sign of a negative zero.
    return (scaled / powers[digits] + 0).text(decimals: digits)
  }
}
