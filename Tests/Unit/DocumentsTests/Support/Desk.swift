import Documents
import Foundation
import Molecules
import RepriseTesting

/// A home of a test's own, with the folders of a desktop, and an application to register there.
struct Desk {
  let directory: TemporaryDirectory
  var environment: [String: String]
  let program: String

  /// Makes a home; without tools, nothing is on the search path.
  init(tools: Bool = true) throws {
    directory = try TemporaryDirectory()
    environment = [
      "HOME": directory.file("home"), "XDG_DATA_HOME": directory.file("home/data"),
      "XDG_CONFIG_HOME": directory.file("home/config"),
      "XDG_STATE_HOME": directory.file("home/state"),
      "XDG_CACHE_HOME": directory.file("home/cache"), "XDG_RUNTIME_DIR": directory.file("run"),
      "XDG_DATA_DIRS": "/usr/local/share:/usr/share", "LANG": "C.UTF-8",
      "PATH": tools ? "/usr/bin:/bin" : directory.file("nothing"),
    ]
    program = try directory.writeScript("bin/molecules", "#!/bin/sh\nexit 0\n")
    for name in ["home", "run"] { mkdir(directory.file(name), 0o700) }
  }

  var registration: Registration {
    Registration(
      "molecules", title: "Molecules", summary: "Shows & draws chemical files",
      genericName: "Molecule viewer", program: program, types: DocumentRegistry.chemistry.types,
      schemes: ["molecules"], categories: ["Science", "Chemistry"])
  }

  func registrar(_ change: (inout Registration) -> Void = { _ in }) throws -> Registrar {
    var registration = registration
    change(&registration)
    return try Registrar(registration, environment: environment)
  }

  /// All that is in the home: the files' bytes, links as where they lead, and folders as nil.
  func picture() throws -> [String: [UInt8]?] {
    var all: [String: [UInt8]?] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: directory.file("home")) {
      let full = directory.file("home/" + path)
      var status = stat()
      guard lstat(full, &status) == 0 else { continue }
      switch status.st_mode & S_IFMT {
      case S_IFDIR: all[path] = .some(nil)
      case S_IFLNK:
        let target = try FileManager.default.destinationOfSymbolicLink(atPath: full)
        all[path] = Array(target.utf8)
      default: all[path] = Array(FileManager.default.contents(atPath: full) ?? Data())
      }
    }
    return all
  }

  /// The paths that differ from an earlier picture.
  func changes(since before: [String: [UInt8]?]) throws -> [String] {
    let now = try picture()
    return Set(before.keys).union(now.keys).filter { before[$0] != now[$0] }.sorted()
  }

  func text(_ name: String) throws -> String {
    String(decoding: try directory.bytes("home/" + name), as: UTF8.self)
  }

  /// The output of a tool in this home; nil, said aloud, if it isn't installed.
  func output(_ tool: String, _ arguments: String...) throws -> String? {
    for place in ["/usr/bin/", "/bin/"] where access(place + tool, X_OK) == 0 {
      return try Tool.output(place + tool, arguments, environment)
    }
    print("SKIPPED: \(tool) isn't installed, so it isn't asked.")
    return nil
  }
}
