import DataSources
import Networking
import RepriseTesting
import Values
import Vaults

/// A record that isn't a patient's.
struct Sample: RecordSubject {
  static let key = "sample"
  static let noun = (one: "sample", many: "samples")

  let id: ResourceID
  let identifier = "/LAB"
  var title: String { "Sample \(id.text)" }
  var facts: JSON { .object([JSON.Member("name", .string(id.text))]) }

  init(_ name: String) { id = ResourceID(name) }
  init(facts: JSON) throws { self.init(facts["name"]?.string ?? "") }

  static func part(of question: String) -> String? {
    ["assay": "assays", "plate": "plates"][question]
  }

  static func kinds(after kind: String) -> Set<String> { kind == "plate" ? ["well"] : [] }
}

extension RecordCopy<Sample> {
  init(_ name: String, at timestamp: Int, _ answers: [String: StoredResponse] = [:]) {
    self.init(RecordEntry(Sample(name), timestamp: timestamp), answers: answers)
  }
}

extension RecordCopy {
  /// The copy as it is read from what it writes.
  var readAgain: RecordCopy? {
    get throws {
      let text = SealedText()
      try write(to: text)
      return RecordCopy(text)
    }
  }
}

extension StoredResponse {
  static func answered(_ json: JSON, timestamp: Int) -> StoredResponse {
    .answered(StoredBody(json), timestamp: timestamp)
  }

  static func earlier(_ json: JSON, timestamp: Int, _ status: Int, _ words: String)
    -> StoredResponse
  {
    .earlier(StoredBody(json), timestamp: timestamp, status, words)
  }
}

/// A client that is never asked: the copies are the tests' own.
struct NoClient: DataClient {
  var connection = Connection.unasked
  var sources = SourceChain(ScriptedSource { _ in ServerResponse("", at: 0) })
  func cacheOnly() -> NoClient? { nil }
}
