import Core
import Foundation
import Networking
import RepriseTesting
import Synchronization
import Testing

@testable import Encryption

/// The price of a password, and who may set it.
@Suite(.cheapKeys) struct VaultKeyTests {
  private let sample: SampleVault
  private var directory: VaultDirectory { sample.directory }

  init() throws { sample = try SampleVault() }

  private func cost() throws -> Int { try sample.envelope().parameters.cost }

  private static var dear: KDFCost { KDFCost(cost: KDFCost.leastCost << 2) }

  @Test("Vault key of low cost is replaced by a costlier one")
  func aVaultWhoseKeyCostsTooLittleIsGivenADearerOne() async throws {
    try await sample.makeLocked()
    #expect(try cost() == KDFCost.leastCost)
    let raised = try await directory.open(Secret("geheim"), cost: Self.dear)
    #expect(try cost() == KDFCost.leastCost << 2)
    #expect(try sample.key() == sample.key("key.copy") && raised.key == sample.key())
    #expect(try raised.read("a", in: "saved") == [1])
    // Once is enough, and nothing is lowered.
    let before = try sample.key()
    for effort in [KDFCost.least, Self.dear] {
      let again = try await directory.open(Secret("geheim"), cost: effort)
      #expect(try again.read("a", in: "saved") == [1])
      #expect(try sample.key() == before)
    }
    await #expect(throws: SealingError.wrongPassword) { try await directory.open(Secret("gehelm")) }
  }

  @Test("Vault password change keeps the cost of the key")
  func aNewPasswordCostsNoLessThanTheOneBefore() async throws {
    let vault = try await sample.make()
    vault.lock()
    let dear = try await directory.open(Secret("geheim"), cost: Self.dear)
    try await dear.use(Secret("neu"), cost: .least)
    #expect(try cost() == KDFCost.leastCost << 2)
  }

  /// Each call to the disk fails once, those for the copy of the key too.
  @Test("Vault password change that fails leaves a working password")
  func aPasswordThatCouldNotBeChangedStillOpensIt() async throws {
    let vault = try await sample.make("0")
    var current = 0
    for place in 0... {
      let files = FaultyFiles(.fail(ENOSPC), at: place)
      do {
        _ = try await directory.seal(
          vault.sealer, with: Secret("\(place + 1)"), cost: .least, FileAccess(files))
        current = place + 1
      } catch is VaultError {}
      _ = try await sample.open("\(current)")
      guard files.hasHappened else { break }
    }
    #expect(current > 0)
  }

  /// The disk has its bytes before its name, and its name before it is used.
  @Test("Vault key is synchronized before and after its renaming") func aKeyIsThereAfterAPowerCut()
    throws
  {
    let files = NotedOrder()
    try VaultKey.write([1, 2], to: PrivateFile(sample.home.file("key")), FileAccess(files))
    #expect(files.calls == ["synchronized", "renamed", "synchronized"])
    #expect(try sample.home.bytes("key") == [1, 2])
  }

  private final class NotedOrder: ForwardingFiles {
    private let noted = Mutex<[String]>([])
    var calls: [String] { noted.withLock(\.self) }

    func synchronizeFile(_ descriptor: Int32) -> Int32 {
      noted.withLock { $0.append("synchronized") }
      return SystemFiles().synchronizeFile(descriptor)
    }

    func renameFile(_ path: String, to other: String) -> Int32 {
      noted.withLock { $0.append("renamed") }
      return SystemFiles().renameFile(path, to: other)
    }
  }

  @Test("Vault open in another window stays open when its key is replaced")
  func whatAnotherWindowHasOpenStaysOpen() async throws {
    let one = try await sample.make()
    let other = try await directory.open(Secret("geheim"), cost: Self.dear)
    try one.write([1], to: "a", in: "saved")
    #expect(try other.read("a", in: "saved") == [1])
  }

  /// The old password mustn't come back to be one, whoever is opening the vault with it meanwhile.
  @Test("Vault password changed during an opening stays changed")
  func aPasswordThatWasChangedMeanwhileStaysChanged() async throws {
    let directory = directory
    let vault = try await sample.make()
    async let opened: Void = {
      for _ in 0..<3 { _ = try? await directory.open(Secret("geheim"), cost: Self.dear) }
    }()
    try await vault.use(Secret("neu"), cost: .least)
    await opened
    await #expect(throws: SealingError.wrongPassword) { try await directory.open(Secret("geheim")) }
    try FileManager.default.removeItem(atPath: "\(directory.path)/key")
    await #expect(throws: SealingError.wrongPassword) { try await directory.open(Secret("geheim")) }
    _ = try await sample.open("neu")
  }

  @Test("Vault password change leaves every file as it is") func aNewPasswordLeavesEveryFileAsItIs()
    async throws
  {
    let vault = try await sample.make()
    try vault.write([1], to: "a", in: "saved")
    let path = "\(directory.path)/saved/\(vault.name(of: "a"))"
    let before = FileManager.default.contents(atPath: path)
    try await vault.use(Secret("neu"), cost: .least)
    #expect(FileManager.default.contents(atPath: path) == before)
    #expect(try vault.read("a", in: "saved") == [1])
  }

  /// Each is sealed with its own folder and name, not only with a heading that names them.
  @Test("Vault cache refuses the response to another request")
  func aCachedAnswerInAnothersPlaceIsNone() async throws {
    let vault = try await sample.make()
    let cache = vault.responseCache
    let questions = ["/a", "/b"].compactMap { ResourceURI($0) }
    for question in questions {
      try cache.store(Array(question.text.utf8), at: 60, for: question)
    }
    let paths = questions.map { "\(cache.directory)/\(vault.name(of: $0.text))" }
    let sealed = Array(try #require(FileManager.default.contents(atPath: paths[1])))
    #expect(throws: SealedFormat.Refusal.changed) {
      try vault.sealing(of: "answers").open(sealed, as: vault.name(of: "/a"))
    }
    try FileManager.default.removeItem(atPath: paths[0])
    try FileManager.default.copyItem(atPath: paths[1], toPath: paths[0])
    #expect(cache.entry(for: questions[0]) == nil)
    #expect(cache.entry(for: questions[1])?.body == Array("/b".utf8))
  }

  @Test("Vault key copy that is missing or wrong is written again", arguments: [nil, "junk"])
  func aCopyOfTheKeyThatIsGoneOrAnotherIsMadeAnew(copy: String?) async throws {
    try await sample.make().lock()
    let path = "\(directory.path)/key.copy"
    try FileManager.default.removeItem(atPath: path)
    if let copy { try PrivateFile(path).replace(with: Array(copy.utf8)) }
    let vault = try await sample.open()
    #expect(vault.notice == nil)
    #expect(try sample.key("key.copy") == sample.key())
  }

  @Test(
    "Vault key with a greater number is of a newer release",
    arguments: [
      ("reprise-vault 2 {}\n", true), ("reprise-vault 12 x y\nz", true),
      ("reprise-vault 1 {}\n", false), ("reprise-vault 0 {}\n", false),
      ("reprise-vault x {}\n", false), ("reprise-vault 2\n{} x", false), ("vault 2 {}\n", false),
      ("", false),
    ])
  func aLaterReleasesKeyHasAGreaterNumber(text: String, isNewer: Bool) {
    #expect(VaultKey.isNewer(Array(text.utf8)) == isNewer)
  }

  @Test("Vault key names its account") func aKeySaysWhoseItIs() {
    let account = Account(server: "https://clinic.example.org", user: "a \"b\"")
    let heading = VaultKey.heading(of: account)
    let key = VaultKey(heading + [1, 0x0A, 2])
    #expect(key?.account == account)
    #expect(key?.heading == heading && key?.sealed == [1, 0x0A, 2])
    #expect(VaultKey(heading.dropLast()) == nil)
    for text in [
      "reprise-vault 1 {\"server\":\"s\"}\n", "reprise-vault 1 {\"user\":\"u\"}\n",
      "reprise-vault 2 {\"server\":\"s\",\"user\":\"u\"}\n", "reprise-vault 1 s u\n",
    ] {
      #expect(VaultKey(Array(text.utf8)) == nil)
    }
  }

  @Test("Vault key errors of sealing become vault errors") func whatIsWrongWithAKeyIsTheVaults() {
    func problem(_ problem: SealingError) -> (any Error)? {
      #expect(throws: (any Error).self) {
        try VaultError.ofKey(at: "key") { throw problem }
      }
    }
    let line = "its header was changed or damaged"
    let meanings: [(SealingError, VaultError)] = [
      (.newer(format: 9), .newerKey(path: "key")), (.notSealed, .damagedKey(path: "key", line)),
      (.changedEnvelope, .damagedKey(path: "key", line)),
      (
        .unsafeParameters("N is 1"),
        .damagedKey(path: "key", "its key derivation is unsupported: N is 1")
      ),
      (.changed, .damagedKey(path: "key", "the encrypted data was changed")),
    ]
    for (sealing, vault) in meanings { #expect(problem(sealing) as? VaultError == vault) }
    #expect(problem(.wrongPassword) as? SealingError == .wrongPassword)
    #expect(problem(.locked) as? SealingError == .locked)
  }
}
