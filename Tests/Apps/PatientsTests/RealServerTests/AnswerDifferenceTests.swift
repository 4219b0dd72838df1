import Reprise
import Testing

@testable import Patients

/// The comparison that the strict server is held to sees what it is to see.
@Suite struct StrictServerAnswerDifferenceTests {
  private func sentences(
    _ recorded: String, _ ours: String, values: Bool = false
  ) throws -> [String] {
    var difference = AnswerDifference(
      comparesValues: values, ignoredKeys: ["resourceVersion"], freeKeys: ["interpretation"])
    difference.compare(try JSON(Array(recorded.utf8)), try JSON(Array(ours.utf8)))
    return difference.sentences
  }

  @Test(
    "OpenMRS response comparison: names, order, types and errors count",
    arguments: [
      (#"{"a":1,"b":2}"#, #"{"b":2,"a":1}"#), (#"{"a":1}"#, #"{"a":"1"}"#), (#"{"a":1}"#, "{}"),
      (#"{"a":[{"b":1}]}"#, #"{"a":[]}"#), (#"{"a":null}"#, #"{"a":{}}"#),
      (
        #"{"error":{"message":"X@1f => y"}}"#, #"{"error":{"message":"X@2e => z"}}"#
      ),
      (
        #"{"results":[{"startDatetime":"2"},{"startDatetime":"1"}]}"#,
        #"{"results":[{"startDatetime":"1"},{"startDatetime":"2"}]}"#
      ),
    ])
  func namesOrdersTypesAndErrorsCount(recorded: String, ours: String) throws {
    #expect(try sentences(recorded, ours).count == 1)
    #expect(try sentences(recorded, recorded).isEmpty)
  }

  @Test("OpenMRS response comparison: values count on request")
  func valuesCountWhereTheDataAreTheSame() throws {
    let (one, other) = (#"{"a":5.0E-4,"b":"x"}"#, #"{"a":0.0005,"b":"y"}"#)
    #expect(try sentences(one, other).isEmpty)
    #expect(try sentences(one, other, values: true) == [#".b: "y" instead of "x""#])
  }

  @Test("OpenMRS response comparison ignores object addresses")
  func addressesOfJavaObjectsAndWhatWasStoredOtherwiseDoNot() throws {
    #expect(try sentences(#"{"message":"X@1f"}"#, #"{"message":"X@2e"}"#).isEmpty)
    #expect(
      try sentences(
        #"{"interpretation":null,"resourceVersion":"1"}"#, #"{"interpretation":"LOW"}"#
      ).isEmpty)
  }
}
