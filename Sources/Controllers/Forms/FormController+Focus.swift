extension FormController {
  private var order: [String] {
    fields.map(\.id) + buttons.map(\.id) + (choices?.rows.map(\.id) ?? [])
  }

  var focusID: String {
    for candidate in [state.focusID, initialFocusID] {
      if let candidate, order.contains(candidate) { return candidate }
    }
    return order.first ?? ""
  }

  var focusedField: Field? { fields.first { $0.id == focusID } }
  var focusedButton: FormButton? { buttons.first { $0.id == focusID } }
  var focusedChoice: StartChoice? { choices?.rows.first { $0.id == focusID } }
  public var isTyping: Bool { focusedField != nil }

  func moveFocus(_ step: Int) {
    guard let place = order.firstIndex(of: focusID) else { return }
    state.focusID = order[(place + step + order.count) % order.count]
  }
}
