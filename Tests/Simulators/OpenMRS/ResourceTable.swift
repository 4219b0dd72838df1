/// All types that can be requested, by name.
///
/// Compiled from recorded responses (`v=full`, `v=default`, and custom ones). A property that isn't
/// listed is unknown, which fails the whole request with 400 [137, 138].
enum ResourceTable {
  static let types: [String: ResourceType] = Dictionary(
    uniqueKeysWithValues: (people + visits + observations + concepts + records).map {
      ($0.name, $0)
    })

  static func type(_ name: String) -> ResourceType {
    guard let type = types[name] else { preconditionFailure("no type \(name) in the table") }
    return type
  }
}
