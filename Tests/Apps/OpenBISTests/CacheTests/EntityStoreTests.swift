import Accounts
import Foundation
import Reprise
import RepriseTesting
import Synchronization
import Testing

@testable import OpenBIS

/// The store in a vault on the disk.
@Suite(.cheapKeys) struct EntityStoreTests {
  private static let account = Account(server: "https://lab.example", user: "admin")

  private func vault(_ home: TemporaryDirectory) async throws -> Vault {
    try await VaultDirectory(of: Self.account, in: home.path).make(Secret("geheim"))
  }

  private func set(_ titles: [String]) throws -> PackedEntities {
    var builder = PackedEntities.Builder()
    var category = Entity(ResourceID("CATEGORY"))
    category.header = "Category"
    category.children = titles.map { ResourceID($0) }
    builder.add(category, at: 7)
    for title in titles {
      var entity = Entity(ResourceID(title))
      entity.header = title
      builder.add(entity, at: 7)
    }
    return try #require(builder.finished(category: category.id))
  }

  @Test("openBIS store is read completely by another process") func anotherProcessFindsEverything()
    async throws
  {
    let home = try TemporaryDirectory()
    let vault = try await vault(home)
    let store = EntityStore(.vault(vault))
    var category = Entity(ResourceID("CATEGORY"))
    (category.header, category.isRootLevel) = ("Category", true)
    try store.change { $0.setCategories([category], at: 6) }
    try store.save(set(["a", "b"]), of: category.id, at: 7)
    var detail = Entity(ResourceID("a"))
    detail.properties = [Property("K", "k", "v")]
    try store.saveDetail(detail, at: 8)
    try store.saveOnDemand([Entity(ResourceID("elsewhere"))], at: 9)
    let image = ImageFile(bytes: [1, 0x0A, 2], type: "image/png", name: "a\n.png")
    try store.save(image, from: "https://a/b.png", at: 10)

    let other = EntityStore(.vault(vault))
    #expect(other.instance?.root.map(\.title) == ["Category"])
    #expect(other.instance?.categories.first?.syncedAt == 7)
    let children = other.children(of: try #require(other.entity(category.id)?.entity))
    #expect(titles(children.children) == ["a", "b"])
    #expect(other.detail(of: detail.id)?.entity.properties == detail.properties)
    #expect(other.detail(of: detail.id)?.entity.header == "a")
    #expect(other.entity(ResourceID("elsewhere"))?.timestamp == 9)
    #expect(other.image("https://a/b.png")?.content == image)
    #expect(other.image("https://a/c.png") == nil)
  }

  /// The small file is read before the first frame: 100,000 ids in it would be seen there.
  @Test("openBIS store: instance file names few children of a category")
  func theSmallFileHasFewChildrenOfACategoryThatIsKept() async throws {
    let home = try TemporaryDirectory()
    let store = EntityStore(.vault(try await vault(home)))
    var category = Entity(ResourceID("CATEGORY"))
    category.children = ["a", "b", "c", "d"].map { ResourceID($0) }
    func named() -> Int? { store.instance?.categories.first?.entity.children?.count }
    try store.change { $0.setCategories([category], at: 6) }
    #expect(named() == 4)
    try store.save(set(["a", "b", "c", "d"]), of: category.id, at: 7)
    #expect(named() == 2)
    try store.change { $0.setCategories([category], at: 8) }
    #expect(named() == 2)
    #expect(store.entity(category.id)?.entity.children?.count == 4)
  }

  @Test("openBIS store has nothing in clear text") func nothingLiesInTheClear() async throws {
    let home = try TemporaryDirectory()
    let vault = try await vault(home)
    let store = EntityStore(.vault(vault))
    try store.save(set(["Binding of compound one"]), of: ResourceID("CATEGORY"), at: 7)
    try vault.tokens.write(Secret("admin-261122021259277xC633"))
    let files = FileManager.default.enumerator(atPath: home.path)?.allObjects as? [String] ?? []
    var read = 0
    for file in files {
      guard let data = FileManager.default.contents(atPath: home.path + "/" + file) else {
        continue
      }
      read += 1
      #expect(data.range(of: Data("Binding".utf8)) == nil)
      #expect(data.range(of: Data("261122021259277".utf8)) == nil)
      #expect(!file.contains("CATEGORY"))
    }
    #expect(read > 2)
    let token = try #require(try vault.tokens.read())
    #expect(token.withBytes { Array($0) } == Array("admin-261122021259277xC633".utf8))
    try vault.tokens.write(nil)
    #expect(try vault.tokens.read() == nil)
  }

  @Test("openBIS store that cannot be written keeps the earlier set")
  func aSetThatCannotBeWrittenLeavesTheOneBefore() async throws {
    let home = try TemporaryDirectory()
    let vault = try await vault(home)
    let store = EntityStore(.vault(vault))
    var category = Entity(ResourceID("CATEGORY"))
    category.header = "Category"
    try store.change { $0.setCategories([category], at: 6) }
    try store.save(set(["a"]), of: category.id, at: 7)
    vault.lock()
    #expect(throws: (any Error).self) {
      try store.save(set(["b"]), of: category.id, at: 8)
    }
    #expect(store.instance?.categories.first?.syncedAt == 7)
    // This run knows it; the disk has the one before.
    #expect(store.set(of: category.id)?.entity(of: ResourceID("b")) != nil)
    let opened = try await VaultDirectory(of: Self.account, in: home.path).open(Secret("geheim"))
    let later = EntityStore(.vault(opened))
    #expect(later.set(of: category.id)?.entity(of: ResourceID("a")) != nil)
  }

  /// As with too many open files, or a disk that fails for a moment.
  @Test("openBIS store does not overwrite a file with a read error")
  func whatCannotBeReadForAMomentIsNotWrittenOver() throws {
    let files = StoreFiles.inMemory()
    let first = EntityStore(files)
    try first.saveOnDemand([Entity(ResourceID("a"))], at: 7)
    try first.change { $0.note = "before" }
    let isTroubled = Mutex(true)
    let troubled = StoreFiles(
      read: { name, directory in
        if isTroubled.withLock(\.self) {
          throw VaultError.file(.system("read", path: name, code: EMFILE))
        }
        return try files.read(name, directory)
      },
      write: files.write, quarantine: files.quarantine, stamp: files.stamp,
      whileLocked: files.whileLocked, turn: files.turn)
    let store = EntityStore(troubled)
    #expect(throws: VaultError.self) { try store.saveOnDemand([Entity(ResourceID("b"))], at: 8) }
    #expect(throws: VaultError.self) { try store.change { $0.syncedAt = 8 } }
    // This run knows it all the same.
    #expect(store.entity(ResourceID("b")) != nil && store.instance?.syncedAt == 8)
    isTroubled.withLock { $0 = false }
    try store.saveOnDemand([Entity(ResourceID("c"))], at: 9)
    try store.change { $0.syncedAt = 9 }
    let later = EntityStore(files)
    #expect(later.entity(ResourceID("a")) != nil && later.entity(ResourceID("c")) != nil)
    #expect(later.instance?.note == "before" && later.instance?.syncedAt == 9)
  }

  @Test("openBIS store quarantines and names a damaged file")
  func aDamagedFileIsSetAsideAndNamedBeforeAnotherIsWritten() async throws {
    let home = try TemporaryDirectory()
    let vault = try await vault(home)
    try vault.write(Array("x".utf8), to: "met", in: EntityStore.setsDirectory)
    try vault.write(Array("{".utf8), to: "instance", in: EntityStore.instanceDirectory)
    let store = EntityStore(.vault(vault))
    let problem = try #require(
      throws: QuarantinedFile.self,
      performing: { try store.saveOnDemand([Entity(ResourceID("a"))], at: 7) }
    )
    #expect(FileManager.default.fileExists(atPath: problem.name))
    #expect(
      CacheWriteError(because: problem).localizedDescription.hasSuffix(
        "was set aside as \(problem.name)."))
    #expect(throws: QuarantinedFile.self) { try store.change { $0.syncedAt = 7 } }
    // From then on all is kept, what came meanwhile too.
    try store.saveOnDemand([Entity(ResourceID("b"))], at: 8)
    try store.change { $0.note = "after" }
    let later = EntityStore(.vault(vault))
    #expect(later.entity(ResourceID("a")) != nil && later.entity(ResourceID("b")) != nil)
    #expect(later.instance?.syncedAt == 7 && later.instance?.note == "after")
    #expect(try vault.files(in: EntityStore.setsDirectory).count == 1)
  }

  @Test("openBIS store reads a damaged file as nothing") func aDamagedFileIsNothing() async throws {
    let files = StoreFiles.inMemory()
    let store = EntityStore(files)
    try files.write(Array("{".utf8), "instance", EntityStore.instanceDirectory, false)
    #expect(store.instance == nil)
    try files.write(Array("x".utf8), "met", EntityStore.setsDirectory, false)
    #expect(store.entity(ResourceID("a")) == nil)
  }
}
