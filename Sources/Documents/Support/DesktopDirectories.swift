/// The directories of desktop entries and associations as defined by the XDG Base Directory
/// Specification, the user's own first.
package struct DesktopDirectories: Hashable, Sendable {
  public let home: String?
  /// `~/.local/share`, `~/.config`; `nil` if the environment names neither them nor a home.
  public let data, configuration: String?
  /// Most important first.
  public let systemData, systemConfiguration: [String]
  /// In lowercase: "gnome".
  public let desktops: [String]

  /// Relative paths are ignored.
  public init(environment: [String: String]) {
    func absolute(_ name: String) -> String? {
      environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    func list(_ name: String, or standard: String) -> [String] {
      let set = environment[name] ?? ""
      return (set.isEmpty ? standard : set).split(separator: ":").map(String.init)
        .filter { $0.hasPrefix("/") }
    }
    home = absolute("HOME")
    data = absolute("XDG_DATA_HOME") ?? home.map { $0 + "/.local/share" }
    configuration = absolute("XDG_CONFIG_HOME") ?? home.map { $0 + "/.config" }
    systemData = list("XDG_DATA_DIRS", or: "/usr/local/share:/usr/share")
    systemConfiguration = list("XDG_CONFIG_DIRS", or: "/etc/xdg")
    desktops = (environment["XDG_CURRENT_DESKTOP"] ?? "").lowercased()
      .split(separator: ":").map(String.init)
  }

  var applications: [String] {
    ([data].compactMap(\.self) + systemData).map { $0 + "/applications" }
  }

  /// Highest priority first.
  var associationLists: [String] {
    let names = desktops.map { "\($0)-mimeapps.list" } + ["mimeapps.list"]
    let directories = [configuration].compactMap(\.self) + systemConfiguration + applications
    return directories.flatMap { directory in names.map { "\(directory)/\($0)" } }
  }
}
