import Reprise

extension ServerAnswer {
  /// Returns this answer. Throws `OpenMRSProblem.ofAnother` if it, or an entry of its list, says that it is about another patient.
  ///
  /// An answer that names no patient is taken: a user may lack the right to see one.
  func about(_ patient: ResourceID?) throws(OpenMRSProblem) -> ServerAnswer {
    guard let patient else { return self }
    for entry in json["results"]?.array ?? [json] {
      let about = Reference(entry["patient"])?.id ?? Reference(entry["person"])?.id
      guard about == nil || about == patient else { throw .ofAnother("patient") }
    }
    return self
  }
}
