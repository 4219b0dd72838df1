import Reprise

/// Who the patient is, in full.
@MainActor func detailsSection(_ patient: ResourceID, _ source: RecordSource) -> any Screen {
  DetailController(name: "Details") { load in
    try await source.show(load) {
      Detail(try await $0.patient(patient), on: source.today)
    }
  }
}

extension Detail {
  /// A patient as the details and `show` have one.
  init(_ patient: Patient, on today: CalendarDay?) {
    var person: [DetailRow] = [
      .labelled("Name", patient.title), .labelled("Sex", patient.sex.word),
      .labelled("Age", patient.ageWords(on: today) + (patient.isDead == true ? " at death" : "")),
      .labelled(
        "Born", patient.birthdate?.text ?? "unknown",
        aside: patient.isBirthdateEstimated ? "estimated" : ""),
    ]
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
    sections.append(DetailSection("Server", rows: [.labelled("UUID", patient.id.text)]))
    self.init(
      title: patient.title, mark: patient.isDead == true ? Mark("✕", .bad) : nil,
      headline: patient.title,
      aside: patient.preferredIdentifier?.title ?? "", sections: sections)
  }
}
