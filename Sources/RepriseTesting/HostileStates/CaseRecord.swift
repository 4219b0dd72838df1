import Foundation

/// A file that stores the current case, in case the process traps.
struct CaseRecord {
  private let file: URL

  init(of application: String) {
    file = URL(filePath: NSTemporaryDirectory())
      .appending(path: "hostile-state-of-\(application)-\(UUID().uuidString).txt")
    print("Should \(application) trap, \(file.path) holds the state that it was started from.")
  }

  func write(_ hostile: HostileCase) throws {
    try Data("\(hostile.change)\n".utf8 + hostile.body).write(to: file)
  }

  func delete() {
    do {
      try FileManager.default.removeItem(at: file)
    } catch {
      print("\(file.path) is left behind: \(error)")
    }
  }
}
