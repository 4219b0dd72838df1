import Reprise

extension RecordSource {
  /// Returns the newest value of each sign, interpreted by the patient's age at that time.
  @MainActor func latestVitalSigns(
    of patient: ResourceID, _ client: OpenMRSClient
  ) async throws -> VitalSigns {
    try await judged(
      client.latestVitalSigns(of: patient, isFuture: isFuture), of: patient, client)
  }

  /// Returns the signs for a table and a chart, interpreted by the patient's age at each time.
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

  private var isFuture: @Sendable (DateOrTime?) -> Bool {
    let (now, zone) = (now(), zone)
    return { $0?.isFuture(at: now, in: zone) ?? false }
  }

  /// Returns a function that returns whether the patient was a child at a given time; always
  /// `false` if the patient can't be loaded.
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
