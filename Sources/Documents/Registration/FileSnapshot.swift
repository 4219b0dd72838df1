import Foundation

/// A file snapshot: all files that a registration may change, read at one time.
struct FileSnapshot {
  /// The files' contents; `nil` for a file that doesn't exist but may be created.
  var files: [String: [UInt8]?] = [:]
  /// The directories in the MIME database.
  var directories: Set<String> = []

  /// Reads the files of a registration. An unreadable file is omitted, so it will be neither
  /// restored nor deleted.
  init(of places: RegistrationPlaces, _ registration: Registration) {
    let single = [
      places.package(of: registration.application), places.entry(of: registration), places.cache,
      places.associations, places.mailcap, places.mimeTypes,
    ]
    for path in single + generated(below: places.mime) {
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
