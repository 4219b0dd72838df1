import Accounts
import Reprise

/// Whether the patient is saved, for the label of the key binding.
@MainActor private final class SavedState {
  var isSaved = false
}

/// With `records` the patient can be saved, and is added to the recently viewed ones.
@MainActor func patientScreen(
  _ id: ResourceID, _ source: RecordSource, _ records: OfflineRecords<Patient>? = nil
) -> any Screen {
  let source = source.forOneScreen()
  let copy = SavedState()
  return SectionsController(
    title: "Patient", provenance: source.origin,
    sections: [
      ScreenSection("summary", title: "Summary") { summarySection(id, source) },
      ScreenSection("visits", title: "Visits") { visitsSection(id, source) },
      ScreenSection("encounters", title: "Encounters") { encountersSection(of: id, source) },
      ScreenSection("vitals", title: "Vitals") { vitalsSection(id, source) },
      ScreenSection("allergies", title: "Allergies") { allergiesSection(id, source) },
      ScreenSection("conditions", title: "Conditions") { conditionsSection(id, source) },
      ScreenSection("medications", title: "Medications") { medicationsSection(id, source) },
      ScreenSection("programs", title: "Programs") { programsSection(id, source) },
      ScreenSection("details", title: "Details") { detailsSection(id, source) },
    ],
    bindings: [
      KeyBinding("y", label: "raw", help: "Show the raw answer") { navigator in
        navigator.push(Route.patientAnswer(id: id))
      }
    ]
      + (records == nil
        ? []
        : [
          KeyBinding(
            "o", label: copy.isSaved ? "update" : "save",
            help: "Save the whole record for offline use, encrypted"
          ) { navigator in
            navigator.push(Route.saving(patient: id, since: source.timestamp))
          }
        ])
  ) { load in
    try await source.showBanner(of: id, load) { banner, client in
      guard let records else { return }
      // The patient was just loaded, so this sends no request.
      let patient = try await client.patient(id)
      do {
        if let quarantinedPath = try await records.recent.note(patient, at: source.timestamp) {
          let name = quarantinedPath.split(separator: "/").last ?? ""
          banner.phrases.append(
            Banner.Phrase(
              "? the recent list was damaged: set aside as \(name)", role: .unknown))
        }
      } catch {
        banner.phrases.append(
          Banner.Phrase("? not added to the recent list: \(error.brief)", role: .unknown))
      }
      let saved = await records.saved.copy(of: id)?.entry
      copy.isSaved = saved != nil
      if let saved {
        let text = "saved \(saved.minute(in: source.zone))"
        banner.phrases.append(
          saved.gaps.isEmpty
            ? Banner.Phrase(text, role: .secondary)
            : Banner.Phrase("\(text), \(saved.gaps)", role: .warning))
      }
    }
  }
}

@MainActor func patientJSONScreen(_ id: ResourceID, _ source: RecordSource) -> any Screen {
  TextController(title: "Raw answer", provenance: source.origin) { load in
    try await source.show(load) { try await $0.patient(id).raw.indented }
  }
}

extension RecordSource {
  /// Throws `OpenMRSError.lacksModule` if the module is missing.
  @MainActor func section<Records>(
    _ name: String, _ records: @MainActor () async throws -> Records
  ) async throws -> Records {
    do {
      return try await records()
    } catch OpenMRSError.notFound(let message) where !OpenMRSError.meansMissingObject(message) {
      throw OpenMRSError.lacksModule(name)
    }
  }
}

@MainActor func detailsSection(_ patient: ResourceID, _ source: RecordSource) -> any Screen {
  DetailController(title: "Details") { load in
    try await source.show(load) {
      Detail(
        try await $0.patient(patient), on: source.today,
        times: source.zone.text(at: source.timestamp))
    }
  }
}

extension Detail {
  /// `times` names the time zone if times are shown.
  init(_ patient: Patient, on today: CalendarDate?, times: String? = nil) {
    var person: [DetailRow] = [
      .labelled("Name", patient.title), .labelled("Sex", patient.sex.text),
      .labelled("Age", patient.ageOrAgeAtDeath(on: today)),
      .labelled(
        "Born", patient.birthdate?.text ?? "unknown",
        aside: patient.isBirthdateEstimated ? "estimated" : ""),
    ]
    if patient.isVoided {
      person.append(.labelled("Record", "✕ deleted, or merged into another", role: .bad))
    }
    if patient.isDead == nil {
      person.append(.labelled("Alive", "? not told", role: .unknown))
    }
    let others = patient.names.map(\.text).filter { $0 != patient.title }
    if !others.isEmpty {
      person.append(.labelled("Also called", others.joined(separator: "\n")))
    }
    if let death = patient.deathText {
      person.append(.labelled("Died", "✕ " + death, role: .bad))
    }
    if let address = patient.address {
      person.append(.labelled("Address", address.lines.joined(separator: "\n")))
    }
    let identifiers = patient.identifiers.map { identifier in
      let remarks = [identifier.isPreferred ? "preferred" : nil, identifier.location]
      return DetailRow.labelled(
        identifier.type ?? "Identifier", identifier.text,
        aside: remarks.compactMap(\.self).joined(separator: ", "))
    }
    var sections = [
      DetailSection(rows: person),
      DetailSection(
        "Identifiers",
        rows: identifiers.isEmpty ? [.text(id: "no identifiers", "None.")] : identifiers),
    ]
    if !patient.attributes.isEmpty {
      sections.append(
        DetailSection(
          "Attributes", rows: patient.attributes.map { .labelled($0.label, $0.value) }))
    }
    var server = [DetailRow.labelled("UUID", patient.id.text)]
    if let times {
      server.append(.labelled("Times", times, aside: "this computer's zone, not the server's"))
    }
    sections.append(DetailSection("Server", rows: server))
    self.init(
      title: patient.title,
      mark: patient.isDead == true || patient.isVoided ? Mark("✕", .bad) : nil,
      headline: patient.title,
      aside: patient.preferredIdentifier?.title ?? "", sections: sections)
  }
}

extension Zone {
  /// "EAT, UTC+03:00".
  func text(at timestamp: Int) -> String {
    let (seconds, name) = offset(timestamp)
    guard seconds != 0 else { return name.isEmpty ? "UTC" : name }
    let minutes = abs(seconds) / 60
    func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
    let text = "UTC\(seconds < 0 ? "-" : "+")\(two(minutes / 60)):\(two(minutes % 60))"
    return name.isEmpty || name.first == "+" || name.first == "-" ? text : "\(name), \(text)"
  }
}
