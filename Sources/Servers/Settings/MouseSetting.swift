public import Commands
import Values

/// The wish to use the mouse, or to leave it to the terminal.
public enum MouseSetting {
  /// The key in config.json, of every application: `"mouse": false`.
  static let key = "mouse"

  /// Tells whether the mouse is to be taken, by the command line, or else by config.json. Throws `UsageProblem`.
  ///
  ///     try MouseSetting.isOn(application: "patients", arguments, environment: environment)
  public static func isOn(
    application: String, _ arguments: Arguments, environment: [String: String]
  ) throws -> Bool {
    if arguments.has("no-mouse") { return false }
    let file = try ConfigurationFile(
      application: application, keys: nil, environment: environment)
    switch file.own[key] {
    case nil, .null: return true
    case .bool(let isOn): return isOn
    case let other?:
      throw UsageProblem(
        "\(file.path), “\(key)” is \(other.kind)", advice: "Write true or false.")
    }
  }
}
