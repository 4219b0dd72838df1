import Reprise

/// Hundreds of weekly encounters of one patient, generated instead of stored in the fixture.
struct GeneratedEncounters: Sendable {
  let patient: ResourceID
  let count: Int

  /// Returns the observations of an encounter, each with a reference to it.
  func observations(_ number: Int) -> [JSON] {
    let encounter = encounter(number)
    let reference = JSON.object([
      .init("uuid", .string(id(number))), .init("display", .string("Vitals")),
    ])
    return (encounter["obs"]?.array ?? []).map { observation in
      var observation = observation
      observation["encounter"] = reference
      return observation
    }
  }

  /// Returns an encounter. Number 0 is the oldest; the newest was on 2026-11-20.
  func encounter(_ number: Int) -> JSON {
    let day = 20_777 - 7 * (count - 1 - number)
    let timestamp = Timestamp(seconds: day * 86_400 + 8 * 3600 + number % 50 * 60)
    let text = timestamp.minute(in: .utc).replacing(" ", with: "T") + ":00.000+0000"
    // Slow waves of different lengths give a chart something to show.
    func wave(_ length: Int, _ height: Double) -> Double {
      let place = Double((number * 7) % (4 * length)) / Double(length)
      return height * (place < 2 ? place - 1 : 3 - place)
    }
    let values: [(Int, Double)] = [
      (5085, 138 + wave(61, 18) + wave(13, 6)), (5086, 84 + wave(47, 9)), (5087, 76 + wave(29, 11)),
      (5088, 36.6 + wave(19, 0.3)), (5089, 84 + wave(151, 4)), (5092, 97 + wave(37, 2)),
    ]
    let observations = values.map { concept, value in
      let rounded =
        concept == 5088 || concept == 5089 ? (value * 10).rounded() / 10 : value.rounded()
      return JSON.object([
        .init("uuid", .string("\(id(number))-\(concept)")),
        .init("concept", .object([.init("uuid", .string(GeneratedEncounters.ciel(concept)))])),
        .init("value", .number("\(rounded)")), .init("obsDatetime", .string(text)),
        .init("voided", .bool(false)), .init("status", .string("FINAL")),
      ])
    }
    return .object([
      .init("uuid", .string(id(number))), .init("display", .string("Vitals")),
      .init("encounterDatetime", .string(text)),
      .init("patient", GeneratedEncounters.reference(patient.text, "Peter Onyango Otieno")),
      .init(
        "encounterType",
        GeneratedEncounters.reference("67a71486-1a54-468f-ac3e-7091a9a79584", "Vitals")),
      .init(
        "location",
        GeneratedEncounters.reference(
          "0c000000-0000-4000-8000-000000000001", "Outpatient Clinic")),
      .init("form", .null), .init("visit", .null), .init("encounterProviders", .array([])),
      .init("obs", .array(observations)),
    ])
  }

  func id(_ number: Int) -> String { "generated-\(number)" }

  /// Returns the number in a generated encounter's id; `nil` for any other id.
  func number(of id: String) -> Int? {
    guard id.hasPrefix("generated-"), let number = Int(id.dropFirst("generated-".count)) else {
      return nil
    }
    return (0..<count).contains(number) ? number : nil
  }

  /// Returns the UUID of a CIEL concept: its number padded with "A" to 36 characters.
  private static func ciel(_ number: Int) -> String {
    "\(number)" + String(repeating: "A", count: 36 - "\(number)".count)
  }

  private static func reference(_ id: String, _ name: String) -> JSON {
    .object([.init("uuid", .string(id)), .init("display", .string(name))])
  }
}
