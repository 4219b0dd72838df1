extension TemporaryDirectory {
  /// Returns the path of the session file that most tests use.
  package func file() -> String { file("main.snapshot") }

  @discardableResult
  package func write(_ bytes: [UInt8]) throws -> String { try write("main.snapshot", bytes) }

  package func bytes() throws -> [UInt8] { try bytes("main.snapshot") }
  package func permissions() throws -> Int? { try permissions("main.snapshot") }

  /// The names of the files, without the copies for power failures, which appear asynchronously.
  package var names: [String] {
    get throws { try files().filter { !$0.contains(".durable") } }
  }
}
