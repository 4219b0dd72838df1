/// All types that can be asked for, by name.
///
/// Compiled from the representations that the recorded servers gave (`v=full`, `v=default`, and what custom ones were granted);
/// what isn't in it is an unknown property, and 400 for the whole request [137, 138].
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
