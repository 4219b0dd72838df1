import Accounts
import Core
import DataSources
import Encryption
import Networking
import RepriseTesting

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
    self.init(RecordEntry(Sample(name), timestamp: timestamp), responses: answers)
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
