import Core

extension JSON {
  /// The path to a nested value: the index of a member or element at each level.
  typealias Place = [Int]

  /// Returns all paths with their names, such as `screens[1].state.topID`. Elements of arrays below
  /// `screens` share the name `[*]`.
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

  func isMember(_ place: Place) -> Bool { value(at: place.dropLast()).members != nil }

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
