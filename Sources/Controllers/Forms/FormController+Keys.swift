public import Screens
public import Terminals

extension FormController {
  public var bindings: [KeyBinding] {
    var bindings = [
      KeyBinding(.tab, .down, label: "next", help: "Next field") { _ in
        self.moveFocus(1)
      },
      KeyBinding(.backTab, .up, help: "Previous field") { _ in
        self.moveFocus(-1)
      },
    ]
    if busyID != nil {
      bindings.insert(
        KeyBinding(.escape, label: "cancel", help: "Give up what is being loaded") {
          self.cancel($0)
        }, at: 0)
    }
    if let button = focusedButton {
      bindings += [
        KeyBinding(.enter, " ", label: "press", help: "Press the button") {
          self.press(button, $0)
        },
        KeyBinding(.left, help: "Previous button") { _ in self.moveFocus(-1) },
        KeyBinding(.right, help: "Next button") { _ in self.moveFocus(1) },
      ]
    } else if let choice = focusedChoice {
      bindings.append(
        KeyBinding(.enter, " ", label: "choose", help: "Fill in the fields with this") { _ in
          self.choose(choice)
        })
    } else if focusID == fields.last?.id, let button = buttons.first(where: { $0.id == submitID }) {
      bindings.append(
        KeyBinding(.enter, label: button.title.lowercased(), help: "Press “\(button.title)”") {
          self.press(button, $0)
        })
    } else {
      bindings.append(
        KeyBinding(.enter, help: "Next field") { _ in self.moveFocus(1) })
    }
    return bindings
  }

  public func handle(_ event: Event, _ navigator: Navigator) -> Handled {
    if bindings.perform(event, navigator) == .handled { return .handled }
    if case .mouse(let mouse) = event {
      click(mouse, navigator)
      return .handled
    }
    guard let field = focusedField else { return .ignored }
    var entry = text(field)
    let handled = entry.edit(event, isSecret: field.isSecret, navigator)
    if field.isSecret {
      secrets[field.id] = entry
    } else if entry != text(field) {
      state.texts[field.id] = entry
    }
    if state.focusID == nil, handled == .handled { state.focusID = field.id }
    return handled
  }

  private func click(_ mouse: Mouse, _ navigator: Navigator) {
    guard mouse.action == .click || mouse.action == .doubleClick else { return }
    let layout = FormLayout(self, size: navigator.size)
    guard let id = layout.areas.first(where: { $0.area.contains(mouse.position) })?.id else {
      return
    }
    if let button = buttons.first(where: { $0.id == id }) {
      press(button, navigator)
    } else if let choice = choices?.rows.first(where: { $0.id == id }) {
      choose(choice)
    } else {
      state.focusID = id
    }
  }

  private func choose(_ choice: StartChoice) {
    // The report is about the previous texts.
    state.report = nil
    take(choice.outcome)
  }
}
