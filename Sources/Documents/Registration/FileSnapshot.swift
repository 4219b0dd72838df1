import Foundation

/// All files that a registration may change, as they are at one moment.
struct FileSnapshot {
  /// The files' bytes; nil for one that isn't there but may come.
  var files: [String: [UInt8]?] = [:]
  /// The folders in the type database.
  var directories: Set<String> = []

  /// Looks at the files of a registration. A file that can't be read isn't in the picture, so it will be neither restored nor deleted.
  init(of places: RegistrationPlaces, _ registration: Registration) {
    let single = [
      places.package(of: registration.application), places.entry(of: registration), places.cache,
      places.associations, places.mailcap, places.mimeTypes,
    ]
    for path in single + generated(below: places.mime) {
      do { files[path] = .some(try SharedFile(path).read()) } catch { continue }
    }
  }

  /// The files that update-mime-database writes: all but the packages.
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
