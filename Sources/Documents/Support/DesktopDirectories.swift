/// The folders in which a desktop keeps what is known of file types and programs, the person's own first.
///
/// They are those of the XDG Base Directory Specification.
public struct DesktopDirectories: Hashable, Sendable {
  /// The home folder; nil if HOME doesn't name one.
  public let home: String?
  /// The person's data and configuration: `~/.local/share`, `~/.config`; nil if the environment names neither them nor a home.
  public let data, configuration: String?
  /// The machine's data and configuration, the most important first.
  public let systemData, systemConfiguration: [String]
  /// The names of the desktop that runs, in small letters: "gnome".
  public let desktops: [String]

  /// Reads the environment. Relative paths in it count as unset.
  ///
  ///     DesktopDirectories(environment: ProcessInfo.processInfo.environment)
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

  /// The folders with desktop entries.
  var applications: [String] {
    ([data].compactMap(\.self) + systemData).map { $0 + "/applications" }
  }

  /// The lists of associations, in the order in which they count.
  var associationLists: [String] {
    let names = desktops.map { "\($0)-mimeapps.list" } + ["mimeapps.list"]
    let directories = [configuration].compactMap(\.self) + systemConfiguration + applications
    return directories.flatMap { directory in names.map { "\(directory)/\($0)" } }
  }
}
