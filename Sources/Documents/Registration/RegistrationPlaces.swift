public import Core

/// The files that a registration changes. They belong to the user, never to the system.
public struct RegistrationPlaces: Hashable, Sendable {
  let home, data, configuration: String
  /// The directory of the record that is needed to remove the registration.
  let state: String
  let directories: DesktopDirectories
  let environment: [String: String]

  /// Determines the files for an application from the environment. Throws `FileError.noHome` if
  /// there is no home directory, and `anothersHome` if root would write in another user's.
  ///
  ///     try RegistrationPlaces(of: "molecules", environment: ProcessInfo.processInfo.environment)
  public init(of application: String, environment: [String: String]) throws(FileError) {
    let directories = DesktopDirectories(environment: environment)
    guard let home = directories.home, let data = directories.data,
      let configuration = directories.configuration
    else { throw .noHome }
    for (directory, variable) in [
      (home, "HOME"), (data, "XDG_DATA_HOME"), (configuration, "XDG_CONFIG_HOME"),
    ] { try Ownership.requireOwnHome(directory, from: variable) }
    self.home = home
    self.data = data
    self.configuration = configuration
    state = try PrivateDirectory(ofApplication: application, environment: environment).path
    self.directories = directories
    self.environment = environment
  }

  var mime: String { data + "/mime" }
  var applications: String { data + "/applications" }
  var cache: String { applications + "/mimeinfo.cache" }
  var associations: String { configuration + "/mimeapps.list" }
  var mailcap: String { home + "/.mailcap" }
  var mimeTypes: String { home + "/.mime.types" }
  var record: String { state + "/registration.json" }

  func package(of application: String) -> String { "\(mime)/packages/\(application).xml" }
  func entry(of registration: Registration) -> String {
    "\(applications)/\(registration.desktopID)"
  }
}
