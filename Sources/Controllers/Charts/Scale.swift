import Foundation

/// The vertical axis of a chart: from a round value to a round value, with round values between.
struct Scale: Hashable {
  let low: Double
  let high: Double
  let step: Double

  /// Creates an axis that holds all the values, which are finite, with at most so many steps.
  init(_ values: [Double], steps: Int) {
    let smallest = values.min() ?? 0
    let largest = values.max() ?? 1
    // A single value gets some room above and below.
    let isFlat = largest - smallest <= abs(largest) * 1e-9
    let margin = isFlat ? max(1, abs(largest) * 0.1) : 0
    let step = Scale.roundStep((largest - smallest + 2 * margin) / Double(max(1, steps)))
    self.step = step
    low = ((smallest - margin) / step).rounded(.down) * step
    high = max(((largest + margin) / step).rounded(.up) * step, low + step)
  }

  /// The next of 1, 2, 5, 10, 20, 50 and so on.
  private static func roundStep(_ step: Double) -> Double {
    guard step.isFinite, step > 1e-12 else { return 1 }
    let power = pow(10, log10(step).rounded(.down))
    let factor = step / power
    return (factor <= 1 ? 1 : factor <= 2 ? 2 : factor <= 5 ? 5 : 10) * power
  }

  /// The values to name at the axis, the largest first.
  var ticks: [Double] {
    let count = Int(min(100, ((high - low) / step).rounded()))
    return (0...max(1, count)).reversed().map { low + Double($0) * step }
  }

  /// The height of a value on the axis: 0 at the bottom, 1 at the top.
  func fraction(_ value: Double) -> Double { min(1, max(0, (value - low) / (high - low))) }

  /// A value with as few digits behind the point as the steps need.
  func text(_ value: Double) -> String {
    Scale.text(value, digits: Scale.digits(of: step))
  }

  /// A number with all its digits: a limit that is rounded is another limit.
  static func text(_ value: Double) -> String { text(value, digits: digits(of: value)) }

  /// The fewest digits behind the point that give a number back; no more than anybody measures.
  private static func digits(of value: Double) -> Int {
    powers.indices.dropLast().first { digits in
      let scaled = value * powers[digits]
      return abs(scaled - scaled.rounded()) <= abs(scaled) * 1e-9
    } ?? powers.count - 1
  }

  private static let powers: [Double] = [1, 10, 100, 1e3, 1e4, 1e5, 1e6]

  /// A number with so many digits behind the point, by arithmetic alone.
  static func text(_ value: Double, digits: Int) -> String {
    let digits = min(powers.count - 1, max(0, digits))
    let power = powers[digits]
    let scaled = (value * power).rounded()
    guard scaled.isFinite, abs(scaled) < 1e15 else { return "\(value)" }
    let whole = Int(abs(scaled))
    let sign = scaled < 0 ? "-" : ""
    guard digits > 0 else { return sign + String(whole) }
    let fraction = String(whole % Int(power))
    return sign + String(whole / Int(power)) + "."
      + String(repeating: "0", count: max(0, digits - fraction.count)) + fraction
  }
}
