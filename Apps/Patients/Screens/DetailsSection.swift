import Reprise

@MainActor func detailsSection(_ patient: ResourceID, _ source: RecordSource) -> any Screen {
  DetailController(title: "Details") { load in
    try await source.show(load) {
      Detail(
        try await $0.patient(patient), on: source.today,
        times: source.zone.words(at: source.timestamp))
    }
  }
}

extension Detail {
  /// Creates the details of a patient. `times` names the time zone if times are shown.
  init(_ patient: Patient, on today: CalendarDate?, times: String? = nil) {
    var person: [DetailRow] = [
      .labelled("Name", patient.title), .labelled("Sex", patient.sex.word),
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
    if let death = patient.deathWords {
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
  /// Returns the zone's name and UTC offset at a time in seconds since 1970: "EAT, UTC+03:00".
  func words(at timestamp: Int) -> String {
    let (seconds, name) = offset(timestamp)
    guard seconds != 0 else { return name.isEmpty ? "UTC" : name }
    let minutes = abs(seconds) / 60
    func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
    let text = "UTC\(seconds < 0 ? "-" : "+")\(two(minutes / 60)):\(two(minutes % 60))"
    return name.isEmpty || name.first == "+" || name.first == "-" ? text : "\(name), \(text)"
  }
}
