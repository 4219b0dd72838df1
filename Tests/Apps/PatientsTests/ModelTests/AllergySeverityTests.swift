import Reprise
import RepriseTesting
import Testing

@testable import Patients

/// How severe an allergy is: by the server's settings, by CIEL, or by the name.
@MainActor @Suite struct AllergySeverityTests {
  @Test(
    "Allergy severity is recognized by its name",
    arguments: [
      ("Severe", Allergy.Grade.severe), ("Grave", .severe), ("Sévère", .severe),
      ("schwer", .severe),
      ("Life-threatening", .severe), ("Modérée", .moderate), ("Moderada", .moderate),
      ("Légère", .mild), ("Leve", .mild), ("Mild", .mild), ("Mild to moderate", nil),
      ("Not severe", nil), ("Malaria", nil),
    ])
  nonisolated func aSeverityIsKnownByItsName(name: String, grade: Allergy.Grade?) {
    #expect(Allergy.Grade(named: name) == grade)
  }

  /// Twelve allergies, of which the last by name is severe, by a concept that only the settings
  /// know.
  private static func clinic(severity name: String, setting: Bool) throws -> InventedClinic {
    let allergies = (1...12).map { number in
      let severity = number == 12 ? #"{"uuid": "own-severe", "display": "\#(name)"}"# : "null"
      return #"""
        {"uuid": "a\#(number)", "patient": {"uuid": "p"}, "severity": \#(severity),
          "allergen": {"allergenType": "DRUG", "nonCodedAllergen": "Substance \#(number)"}}
        """#
    }
    let settings = #"""
      , "settings": [{"uuid": "g", "property": "allergy.concept.severity.severe", "value": "own-severe"}]
      """#
    return try InventedClinic(
      InventedClinic.patient()
        + #", "allergies": [\#(allergies.joined(separator: ","))]"# + (setting ? settings : ""))
  }

  @Test(
    "Allergy banner has the severe one first and counts the others",
    arguments: [("Grade 3", true), ("Severe", false), ("Grave", true)])
  func theSevereOneIsFirstInTheBannerAndTheOthersAreCounted(
    name: String, isSet: Bool
  ) async throws {
    let session = try await Self.clinic(severity: name, setting: isSet).record()
    let banner = try #require(
      session.frame.text.split(separator: "\n").first { $0.contains("12 allergies") })
    #expect(banner.contains("✕ 12 allergies, 1 severe: Substance 12 (severe), Substance 1"))
    #expect(banner.contains(" and 10 more") || banner.contains(" and 9 more"))
    #expect(!banner.contains("…"))
  }
}
