import Reprise

extension RecordSource {
  /// Returns the newest of each sign, judged by the patient's age then.
  @MainActor func latestVitalSigns(
    of patient: ResourceID, _ client: OpenMRSClient
  ) async throws -> VitalSigns {
    try await judged(
      client.latestVitalSigns(of: patient, isFuture: isFuture), of: patient, client)
  }

  /// Returns the signs for a table and a chart, judged by the patient's age then.
  @MainActor func vitalSignsOverTime(
    of patient: ResourceID, _ client: OpenMRSClient
  ) async throws -> VitalSigns {
    try await judged(client.vitalSignsOverTime(of: patient), of: patient, client)
  }

  private func judged(
    _ vitals: VitalSigns, of patient: ResourceID, _ client: OpenMRSClient
  ) async throws -> VitalSigns {
    var vitals = vitals
    vitals.isChild = try await childhood(of: patient, client)
    vitals.isFuture = isFuture
    return vitals
  }

  /// A function that tells whether a time is later than the present moment.
  private var isFuture: @Sendable (DateOrTime?) -> Bool {
    let (now, zone) = (now(), zone)
    return { $0?.isFuture(at: now, in: zone) ?? false }
  }

  /// Returns a function that tells whether a patient was a child at a moment. If the patient can't be read, nobody is taken for one.
  func childhood(
    of patient: ResourceID, _ client: OpenMRSClient
  ) async throws -> @Sendable (Timestamp?) -> Bool {
    do {
      let (patient, today, zone) = (try await client.patient(patient), today, zone)
      return { timestamp in
        patient.isChild(on: timestamp.flatMap { CalendarDate(iso: $0.date(in: zone)) } ?? today)
      }
    } catch let error where !error.cancelsRemainingRequests {
      return { _ in false }
    }
  }
}
