import Reprise

extension Entity {
  /// The memory that the entity takes, in bytes: reckoned, and rather too high.
  var memory: Int {
    let texts = [id.text, category, header, summary, identifier].compactMap(\.self)
    let own = MemoryLayout<Entity>.stride * 2 + texts.reduce(0) { $0 + $1.heapBytes }
    // An array that has grown may have twice the places it needs.
    let below = (children ?? []).reduce(0) { $0 + 32 + $1.text.heapBytes }
    let said = (properties ?? []).reduce(0) { sum, property in
      sum + 2 * MemoryLayout<Property>.stride + property.key.heapBytes + property.label.heapBytes
        + (property.value?.heapBytes ?? 0)
    }
    return own + below + said + (refcon?.memory ?? 0) + (images?.json.memory ?? 0)
  }
}

extension String {
  /// The memory of a text outside its value: none for a short one.
  fileprivate var heapBytes: Int { utf8.count <= 15 ? 0 : utf8.count + 32 }
}
