import Reprise

extension RecordStore {
  /// Stores an object from a response, and all objects nested in it.
  ///
  /// - Returns: `{"uuid": …}` for an object that has a UUID; otherwise the object, with nested
  ///   objects replaced in the same way.
  @discardableResult mutating func absorb(_ json: JSON, as type: String) -> JSON {
    switch json {
    case .array(let elements):
      return .array(elements.map { absorb($0, as: type) })
    case .object(let members):
      let type = RecordStore.type(of: json, as: type)
      let uuid = json.text("uuid")
      var thing: [JSON.Member] = []
      for member in members where !RecordStore.isOfRepresentation(member) {
        let property = ResourceTable.type(type).properties[member.key]
        guard let nested = property?.type else {
          thing.append(member)
          continue
        }
        thing.append(.init(member.key, absorb(member.value, as: nested)))
      }
      guard let uuid else { return .object(thing) }
      // A patient and its person have the same UUID.
      if type == "patient", let person = json["person"], person.members != nil {
        let reference = JSON.object([.init("uuid", .string(uuid))])
        absorb(person.with("uuid", .string(uuid)), as: "person")
        thing.removeAll { $0.key == "person" }
        thing.append(.init("person", reference))
      }
      keep(.object(thing), type, uuid)
      referBack(.object(thing), type, uuid)
      return .object([.init("uuid", .string(uuid))])
    default: return json
    }
  }

  /// Returns whether a member belongs to the representation and not to the object's data.
  private static func isOfRepresentation(_ member: JSON.Member) -> Bool {
    switch member.key {
    case "links": member.value.array != nil
    case "resourceVersion", "type": true
    default: false
    }
  }

  private static func type(of json: JSON, as type: String) -> String {
    switch type {
    case "order": return json.text("type") == "testorder" ? "testorder" : "order"
    case "value":
      guard json.text("uuid") != nil else { return "value" }
      let alias = json["links"]?.array?.first?.text("resourceAlias")
      return alias == "location" ? "location" : "concept"
    default: return type
    }
  }

  /// Adds the back references that nested objects lack: an observation's encounter or group, an
  /// encounter's visit, a diagnosis's encounter.
  private mutating func referBack(_ thing: JSON, _ type: String, _ uuid: String) {
    let back: (key: String, parts: String, name: String)? =
      switch type {
      case "encounter": ("encounter", "obs", "obs")
      case "obs": ("obsGroup", "obs", "groupMembers")
      case "visit": ("visit", "encounter", "encounters")
      default: nil
      }
    guard let back else { return }
    let this = JSON.object([.init("uuid", .string(uuid))])
    for part in thing[back.name]?.array ?? [] {
      guard let id = part.text("uuid") else { continue }
      var known: [JSON.Member] = [.init("uuid", .string(id)), .init(back.key, this)]
      if type == "visit", let patient = thing["patient"] {
        known.append(.init("patient", patient))
      }
      keep(.object(known), back.parts, id)
      if type == "encounter" { tellMembers(of: id, encounter: this) }
    }
    if type == "encounter" {
      for part in thing["diagnoses"]?.array ?? [] {
        guard let id = part.text("uuid") else { continue }
        var known: [JSON.Member] = [.init("uuid", .string(id)), .init("encounter", this)]
        if let patient = thing["patient"] { known.append(.init("patient", patient)) }
        keep(.object(known), "diagnosis", id)
      }
    }
  }

  private mutating func tellMembers(of group: String, encounter: JSON) {
    for member in thing("obs", group)?["groupMembers"]?.array ?? [] {
      guard let id = member.text("uuid") else { continue }
      keep(
        .object([.init("uuid", .string(id)), .init("encounter", encounter)]), "obs", id)
      tellMembers(of: id, encounter: encounter)
    }
  }
}

extension JSON {
  fileprivate func with(_ key: String, _ value: JSON) -> JSON {
    var json = self
    json[key] = value
    return json
  }
}
