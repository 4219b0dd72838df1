package import Core
import Foundation

/// The files that a registration changes. They belong to the user, never to the system.
package struct RegistrationPlaces: Hashable, Sendable {
  let home, data, configuration: String
  /// The directory of the record that is needed to remove the registration.
  let state: String
  let directories: DesktopDirectories
  let environment: [String: String]

  /// Determines the files for an application from the environment. Throws `FileError.noHome` if
  /// there is no home directory, and `otherUsersHome` if root would write in another user's.
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

/// A file snapshot: all files that a registration may change, read at one time.
struct FileSnapshot {
  /// The files' contents; `nil` for a file that doesn't exist but may be created.
  var files: [String: [UInt8]?] = [:]
  /// The directories in the MIME database.
  var directories: Set<String> = []

  /// Reads the files of a registration. An unreadable file is omitted, so it will be neither
  /// restored nor deleted.
  init(of paths: RegistrationPlaces, _ registration: Registration) {
    let single = [
      paths.package(of: registration.application), paths.entry(of: registration), paths.cache,
      paths.associations, paths.mailcap, paths.mimeTypes,
    ]
    for path in single + generated(below: paths.mime) {
      do { files[path] = .some(try SharedFile(path).read()) } catch { continue }
    }
  }

  /// The files that `update-mime-database` generates: all except the packages.
  private mutating func generated(below mime: String) -> [String] {
    guard let paths = FileManager.default.enumerator(atPath: mime) else { return [] }
    var files: [String] = []
    for case let path as String in paths where files.count < 10_000 {
      var status = stat()
      guard lstat("\(mime)/\(path)", &status) == 0 else { continue }
      if status.st_mode & S_IFMT == S_IFDIR {
        directories.insert("\(mime)/\(path)")
      } else if !path.hasPrefix("packages/") {
        files.append("\(mime)/\(path)")
      }
    }
    return files
  }
}
