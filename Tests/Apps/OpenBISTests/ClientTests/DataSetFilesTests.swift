import Accounts
import Reprise
import Testing

@testable import OpenBIS

/// Listings of a data store, whatever it sends.
@Suite struct DataSetFilesTests {
  private func identifiers(_ paths: [String], within memory: Int = 1 << 20) async throws -> [String]
  {
    let store = try #require(ServerAddress("https://store.example", allowsHTTP: true))
    let objects = paths.map { path in
      JSON.object([.init("path", .string(path)), .init("directory", .bool(false))])
    }
    return try await DataSetFiles("ds-1").entities(objects, at: store, within: memory)
      .compactMap(\.identifier)
  }

  @Test("openBIS data set files have their directories once") func theFoldersOnTheWayAreThereOnce()
    async throws
  {
    #expect(
      try await identifiers(["/b/c/d.txt", "b/c/e.txt/", "a.txt", "b/../x", "//"])
        == ["a.txt", "b", "b/c", "b/c/d.txt", "b/c/e.txt"])
  }

  @Test("openBIS data set files omit impossible paths") func aPathThatNoFileSystemHasIsLeftOut()
    async throws
  {
    let deepest = Array(repeating: "d", count: 64).joined(separator: "/")
    #expect(try await identifiers([deepest]).count == 64)
    let paths = [
      "a", deepest + "/d", String(repeating: "x", count: 4097),
      String(repeating: "/", count: 1 << 20) + "b",
    ]
    #expect(try await identifiers(paths) == ["a"])
  }

  /// Few bytes of an answer, of which each folder has its part.
  @Test("openBIS data set files are limited in memory")
  func deepFoldersThatTakeTooMuchMemoryAreRefused() async throws {
    let paths = (0..<20).map { number in
      (0..<64).map { "\(number)-\($0)-" + String(repeating: "x", count: 50) }
        .joined(separator: "/")
    }
    #expect(try await identifiers(Array(paths.prefix(1)), within: 4 << 20).count == 64)
    await #expect(throws: MemoryBudgetExceeded(memory: 4 << 20)) {
      try await identifiers(paths, within: 4 << 20)
    }
  }
}
