import Foundation
import RepriseTesting
import Testing

@testable import Documents

/// The files as they were before a registration.
@Suite struct RegistrationRecordTests {
  @Test("Registration record marks a file by size and checksum") func aMarkIsTheSizeAndTheChecksum()
  {
    let mark = RegistrationRecord.Mark(Array("123456789".utf8))
    #expect(mark.size == 9)
    #expect(mark.checksum == "cbf43926")
    #expect(RegistrationRecord.Mark([]).size == 0)
    #expect(RegistrationRecord.Mark([]) != RegistrationRecord.Mark([0]))
  }

  @Test("Registration record round-trips") func aRecordComesBackAsItWasKept() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("registration.json")
    #expect(try RegistrationRecord(path: path) == nil)
    var record = RegistrationRecord()
    let mark = RegistrationRecord.Mark([2, 3])
    record.files = [
      "/new": .init(before: nil, after: mark), "/changed": .init(before: [0, 255], after: mark),
      "/empty": .init(before: [], after: nil), "/none": .init(before: nil, after: nil),
    ]
    record.directories = ["/a", "/a/b"]
    try record.write(to: path)
    let found = try #require(try RegistrationRecord(path: path))
    #expect(Set(found.files.keys) == Set(record.files.keys))
    for (path, entry) in record.files {
      #expect(found.files[path]?.before == entry.before, "\(path)")
      #expect(found.files[path]?.after == entry.after, "\(path)")
    }
    #expect(found.directories == ["/a", "/a/b"])
    #expect(try directory.permissions("registration.json") == 0o600)
    // One that can't be read isn't taken for none: the person's files would not come back.
    try directory.write("registration.json", "{")
    #expect(throws: (any Error).self) { try RegistrationRecord(path: path) }
  }
}
