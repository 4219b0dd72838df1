import Foundation

/// How much of a long test runs: a sample, or everything in `make soak`.
package enum Soak {
  package static let isOn = ProcessInfo.processInfo.environment["REPRISE_SOAK"] != nil

  package static func count(_ few: Int, of many: Int) -> Int { isOn ? many : few }
}
