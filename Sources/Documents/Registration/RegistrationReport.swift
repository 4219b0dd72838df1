public import Files
import Foundation

/// The steps of a registration or of its check, each with its result.
public struct RegistrationReport: Hashable, Sendable {
  /// The result of a step.
  public enum Result: Hashable, Sendable {
    /// Done, or found as it should be.
    case done
    /// Left out, and why, in a sentence: a tool isn't installed.
    case skipped(String)
    /// Failed, and why, in a sentence.
    case failed(String)
  }

  /// One step: a few words, and its result.
  public struct Step: Hashable, Sendable {
    /// The step in a few words, with the file or tool.
    public let name: String
    /// The step's result.
    public let result: Result
  }

  /// The steps in their order.
  public private(set) var steps: [Step] = []
  /// Sentences about what a person may want to know or to do.
  public private(set) var advice: [String] = []

  /// The first file that couldn't be read or written; nil if there was none.
  public private(set) var refusal: FileError?

  /// True if no step has failed.
  public var isWhole: Bool {
    steps.allSatisfy { if case .failed = $0.result { false } else { true } }
  }

  /// The report as lines of text: "done", "skipped" or "FAILED" before each step.
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

  /// Does a step; an error is its failure.
  mutating func attempt(_ name: String, _ body: () throws -> Result) {
    do {
      add(name, try body())
    } catch {
      fail(name, error)
    }
  }

  /// Adds a step that an error has ended, with the command that mends it if there is one.
  mutating func fail(_ name: String, _ error: any Error) {
    let problem = error as? FileError
    if refusal == nil { refusal = problem }
    let sentences = [error.localizedDescription, problem?.mending].compactMap(\.self)
    add(name, .failed(sentences.joined(separator: " ")))
  }
}
