package import Core
import FoundationEssentials
import Glibc

/// The steps of a registration or its check, with their results.
package struct RegistrationReport: Hashable, Sendable {
  /// The result of one step of a registration, its removal or its check.
  public enum Result: Hashable, Sendable {
    /// The step succeeded.
    case done
    /// The step was skipped. The value is a sentence with the reason, for example that a tool is
    /// missing.
    case skipped(String)
    /// The step failed. The value is a sentence with the reason.
    case failed(String)
  }

  /// One step of a registration, its removal or its check, with its result.
  public struct Step: Hashable, Sendable {
    /// A short description of the step, with the file or the tool that it uses.
    public let name: String
    /// Whether the step succeeded, was skipped, or failed.
    public let result: Result
  }

  /// The steps in the order in which they were carried out.
  public private(set) var steps: [Step] = []
  /// Sentences with additional information and advice for the user.
  public private(set) var advice: [String] = []

  /// The first file that couldn't be read or written; `nil` if there was none.
  public private(set) var refusal: FileError?

  /// Whether every step succeeded or was skipped.
  public var isWhole: Bool {
    steps.allSatisfy { if case .failed = $0.result { false } else { true } }
  }

  /// The report as text, with "done", "skipped" or "FAILED" before each step.
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
