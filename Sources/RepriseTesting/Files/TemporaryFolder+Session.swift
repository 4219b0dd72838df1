extension TemporaryFolder {
  /// The session that most of these tests are about.
  package func file() -> String { file("main.snapshot") }

  @discardableResult
  package func write(_ bytes: [UInt8]) throws -> String { try write("main.snapshot", bytes) }

  package func bytes() throws -> [UInt8] { try bytes("main.snapshot") }
  package func permissions() throws -> Int? { try permissions("main.snapshot") }

  /// The names in the folder; without the copies for a power cut, which come when they come.
  package var names: [String] {
    get throws { try files().filter { !$0.contains(".durable") } }
  }
}
