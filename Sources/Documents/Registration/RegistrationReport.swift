package import Core
import FoundationEssentials
import Glibc

/// The steps of a registration or its check, with their results.
package struct RegistrationReport: Hashable, Sendable {
  public enum Result: Hashable, Sendable {
    case done
    /// A sentence with the reason, for example that a tool is missing.
    case skipped(String)
    case failed(String)
  }

  public struct Step: Hashable, Sendable {
    public let name: String
    public let result: Result
  }

  public private(set) var steps: [Step] = []
  public private(set) var advice: [String] = []

  /// The first file that couldn't be read or written; `nil` if there was none.
  public private(set) var refusal: FileError?

  public var isWhole: Bool {
    steps.allSatisfy { if case .failed = $0.result { false } else { true } }
  }

  public var text: String {
    let lines = steps.map { step in
      switch step.result {
      case .done: "done     \(step.name)"
      case .skipped(let why): "skipped  \(step.name): \(why)"
      case .failed(let why): "FAILED   \(step.name): \(why)"
      }
    }
    return (lines + advice).map { $0 + "\n" }.joined()
  }

  mutating func add(_ name: String, _ result: Result = .done) {
    steps.append(Step(name: name, result: result))
  }

  mutating func advise(_ sentence: String) {
    if !advice.contains(sentence) { advice.append(sentence) }
  }

  mutating func attempt(_ name: String, _ body: () throws -> Result) {
    do {
      add(name, try body())
    } catch {
      fail(name, error)
    }
  }

  mutating func fail(_ name: String, _ error: any Error) {
    let problem = error as? FileError
    if refusal == nil { refusal = problem }
    let sentences = [error.message, problem?.ownershipAdvice].compactMap(\.self)
    add(name, .failed(sentences.joined(separator: " ")))
  }
}
