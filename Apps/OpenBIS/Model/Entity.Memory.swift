import Reprise

extension Entity {
  /// An estimate of the memory that the entity uses, in bytes; rather too high.
  var memory: Int {
    let texts = [id.text, category, header, summary, identifier].compactMap(\.self)
    let own = MemoryLayout<Entity>.stride * 2 + texts.reduce(0) { $0 + $1.heapBytes }
    // A grown array may have twice the capacity it needs.
    let below = (children ?? []).reduce(0) { $0 + 32 + $1.text.heapBytes }
    let said = (properties ?? []).reduce(0) { sum, property in
      sum + 2 * MemoryLayout<Property>.stride + property.key.heapBytes + property.label.heapBytes
        + (property.value?.heapBytes ?? 0)
    }
    return own + below + said + (refcon?.memory ?? 0) + (images?.json.memory ?? 0)
  }
}

extension String {
  /// The memory outside the string's inline storage; 0 for a short string.
  fileprivate var heapBytes: Int { utf8.count <= 15 ? 0 : utf8.count + 32 }
}
