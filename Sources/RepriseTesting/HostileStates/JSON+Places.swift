import Values

extension JSON {
  /// The way to a value within another one: the index of a member or element at each step.
  typealias Place = [Int]

  /// Returns all places with their names, for example `screens[1].state.topID`. Elements of arrays below `screens` have one name, `[*]`.
  func places() -> [(name: String, place: Place)] {
    var found: [(name: String, place: Place)] = []
    func visit(_ value: JSON, _ name: String, _ place: Place) {
      if !place.isEmpty { found.append((name, place)) }
      switch value {
      case .object(let members):
        for (index, member) in members.enumerated() {
          visit(member.value, name.isEmpty ? member.key : "\(name).\(member.key)", place + [index])
        }
      case .array(let elements):
        for (index, element) in elements.enumerated() {
          visit(element, name + (place.count == 1 ? "[\(index)]" : "[*]"), place + [index])
        }
      default: break
      }
    }
    visit(self, "", [])
    return found
  }

  func value(at place: some Collection<Int>) -> JSON {
    guard let index = place.first else { return self }
    switch self {
    case .object(let members): return members[index].value.value(at: place.dropFirst())
    case .array(let elements): return elements[index].value(at: place.dropFirst())
    default: return self
    }
  }

  /// Tells whether a place is a member of an object.
  func isMember(_ place: Place) -> Bool { value(at: place.dropLast()).members != nil }

  /// Returns the value with another one, or nothing, in a place.
  func replacing(_ place: some Collection<Int>, with replacement: JSON?) -> JSON {
    guard let index = place.first else { return replacement ?? self }
    let rest = place.dropFirst()
    switch self {
    case .object(var members):
      if rest.isEmpty, replacement == nil {
        members.remove(at: index)
      } else {
        members[index].value = members[index].value.replacing(rest, with: replacement)
      }
      return .object(members)
    case .array(var elements):
      if rest.isEmpty, replacement == nil {
        elements.remove(at: index)
      } else {
        elements[index] = elements[index].replacing(rest, with: replacement)
      }
      return .array(elements)
    default: return self
    }
  }

  /// Returns the value with the member at a place standing there twice; unchanged if the place isn't an object's.
  func doubling(_ place: some Collection<Int>) -> JSON {
    guard let index = place.first else { return self }
    let rest = place.dropFirst()
    switch self {
    case .object(var members):
      if rest.isEmpty { members.append(members[index]) }
      members[index].value = members[index].value.doubling(rest)
      return .object(members)
    case .array(var elements):
      if rest.isEmpty { elements.append(elements[index]) }
      elements[index] = elements[index].doubling(rest)
      return .array(elements)
    default: return self
    }
  }
}
