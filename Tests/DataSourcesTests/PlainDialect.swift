import DataSources
import Networking
import Values

/// A server whose lists are `{"entries": […]}`.
struct PlainDialect: ServerDialect {
  func addresses(of question: Question) -> [ResourceURI] {
    [ResourceURI("/" + question.text)].compactMap(\.self)
  }

  func entries(of list: JSON) -> [JSON] { list["entries"]?.array ?? [] }

  func list(of entries: [JSON], total: Int?) -> JSON {
    var list = JSON.object([JSON.Member("entries", .array(entries))])
    if let total { list["total"] = .number(String(total)) }
    return list
  }

  func check(_ answer: ServerAnswer, to question: Question) throws {
    if let about = answer.json["about"]?.string, about != question.subject?.text {
      throw HTTPProblem.unexpected("", kind: about, expected: "", message: nil)
    }
  }

  var notKept: any Error { Lack.notKept }

  func lack(_ error: any Error) -> AnswerLack? {
    switch error {
    case HTTPProblem.notFound(let place, _): .notFound(place)
    case HTTPProblem.status(_, let status, let reason, _): .refused(status, reason)
    case is TooManyAnswers: .refused(0, "too many")
    default: nil
    }
  }

  func problem(_ lack: AnswerLack) -> any Error { Lack.noted(lack) }

  enum Lack: AnswerProblem, Hashable {
    case notKept
    case noted(AnswerLack)

    var absence: Absence { self == .notKept ? .notKept : .missing }
    var inCopy: (any Error)? { self == .notKept ? nil : self }
  }
}

/// The complete copies of one thing.
struct OneCopy: AnswerCopies {
  let answers: [String: CopiedAnswer]
  var moment = 100

  func copy(
    about subject: ResourceID
  ) async -> (answers: [String: CopiedAnswer], moment: Int)? { (answers, moment) }
}

extension KeptAnswers {
  static let anyone = ResourceID("7")

  /// The answers of one copy, without a cache.
  init(_ answers: [String: CopiedAnswer], now: Int = 1_000) {
    self.init(
      OneCopy(answers: answers), cacheOf: .unasked, dialect: PlainDialect(), now: { now })
    subject = KeptAnswers.anyone
  }
}

extension Connection {
  /// A connection that nobody may ask.
  static var unasked: Connection {
    Connection(
      to: .recorded,
      over: ReplayTransport(.builtIn { throw ReplayProblem.noSuchFile("nothing") }), now: { 0 })
  }
}

extension ServerAnswer {
  init(_ text: String, at moment: Int) { self.init(.string(text), moment: moment, place: "") }
}
