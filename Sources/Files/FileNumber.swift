import Foundation

/// The number of a file on its disk: as long as the file is open no other has it.
package struct FileNumber: Hashable, Sendable {
  private let device: dev_t
  private let file: ino_t

  init(_ status: stat) { (device, file) = (status.st_dev, status.st_ino) }
}

extension FileAccess {
  /// The number of an open file; nil if it isn't open.
  package func number(of descriptor: Int32) -> FileNumber? {
    var status = stat()
    return system.status(of: descriptor, &status) == 0 ? FileNumber(status) : nil
  }
}
