import Core

extension Snapshot {
  /// The snapshot as human-readable JSON on one line.
  public var body: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(512 + entries.reduce(0) { $0 + $1.bytes.count + 1 })
    func key(_ name: StaticString) { name.withUTF8Buffer { bytes.append(contentsOf: $0) } }
    key("{\"application\":")
    JSON.write(application, to: &bytes)
    key(",\"version\":")
    JSON.write(version, to: &bytes)
    if newestVersion != version {
      key(",\"newest\":")
      JSON.write(newestVersion, to: &bytes)
    }
    if let author {
      key(",\"by\":")
      JSON.write(author, to: &bytes)
    }
    if let account {
      key(",\"principal\":{\"server\":")
      JSON.write(account.server, to: &bytes)
      key(",\"user\":")
      JSON.write(account.user, to: &bytes)
      key("}")
    }
    key(",\"saved\":")
    JSON.write(UTCTime(secondsSince1970: savedAt).description, to: &bytes)
    key(",\"screens\":[")
    for (index, entry) in entries.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes.append(contentsOf: entry.bytes)
    }
    key("]")
    if !messages.isEmpty {
      key(",\"messages\":")
      bytes.append(contentsOf: messages.bytes)
    }
    for other in others {
      key(",")
      JSON.write(other.key, to: &bytes)
      key(":")
      bytes.append(contentsOf: other.value.bytes)
    }
    key("}")
    return bytes
  }

  /// The maximum number of screens on the stack, which protects against malicious files.
  public static let maximumDepth = 32

  /// Decodes a `body`. Throws `SnapshotError.unreadable`.
  public init(body: [UInt8]) throws {
    let json: JSON
    do {
      json = try JSON(body, limits: .snapshot)
    } catch let malformed as JSON.Malformed {
      throw SnapshotError.unreadable(malformed.description)
    }
    guard let application = json["application"]?.string, let screens = json["screens"]?.array else {
      throw SnapshotError.unreadable("it doesn't say which application and screens it is for")
    }
    guard screens.count <= Snapshot.maximumDepth else {
      throw SnapshotError.unreadable("it has more than \(Snapshot.maximumDepth) screens")
    }
    let version = json["version"]?.string ?? ""
    let known: Set = [
      "application", "version", "newest", "by", "principal", "saved", "screens", "messages",
    ]
    self.init(
      application: application, version: version, newestVersion: json["newest"]?.string,
      author: json["by"]?.string,
      account: json["principal"].flatMap { try? StateCoder.decode(Account.self, from: $0) },
      savedAt: json["saved"]?.string.flatMap(UTCTime.init)?.secondsSince1970 ?? 0,
      entries: screens.map { Entry(bytes: $0.bytes) },
      messages: json["messages"].map { MessageLog($0) } ?? MessageLog(),
      others: (json.members ?? []).filter { !known.contains($0.key) })
  }
}
