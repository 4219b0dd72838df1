import Core
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
        KeyBinding(.escape, label: "cancel", help: "Cancel loading") {
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
    apply(choice.outcome)
  }
}

/// A button pressed before the form is loaded is performed afterwards.
extension FormController {
  public func load(_ loadReason: LoadReason, _ navigator: Navigator) async {
    let outcome = await source()
    guard !Task.isCancelled else { return }
    initial = outcome
    choices = findChoices()
    isLoaded = true
    if let recoveryRoute = outcome?.recoveryRoute, !hasOpenedRecovery {
      hasOpenedRecovery = true
      waitingID = nil
      return navigator.push(recoveryRoute)
    }
    if let button = buttons.first(where: { $0.id == waitingID }) {
      waitingID = nil
      return press(button, navigator)
    }
    guard isPressWaiting else { return }
    isPressWaiting = false
    // If a field has the focus, the user must type something first.
    if let button = focusedButton { press(button, navigator) }
  }

  public var activity: String? {
    busyID == nil ? nil : progress.map { "Loading… \($0)" } ?? "Loading…"
  }

  func press(_ button: FormButton, _ navigator: Navigator) {
    // If Enter is pressed in a secret field, the focus stays there, because the secret must be
    // typed again when the screen is restored.
    if focusedField?.isSecret != true || button.id != submitID { state.focusID = button.id }
    pressedID = button.id
    guard busyID == nil else { return }
    guard isLoaded else {
      waitingID = button.id
      return navigator.notify("Loading…")
    }
    guard isEnabled(button) else { return navigator.notify("Nothing is loaded yet.") }
    if button.needsFields {
      for field in fields {
        guard let sentence = obstacle(field) else { continue }
        state.focusID = field.id
        return navigator.notify(sentence)
      }
    }
    // The report is about the previous texts. If the action opens another screen, this one isn't
    // saved again.
    if button.needsFields { state.report = nil }
    busyID = button.id
    let texts = fields.filter { !$0.isSecret }.map { ($0.id, text($0).text) }
    let input = FormInput(
      texts: Dictionary(uniqueKeysWithValues: texts),
      secrets: secrets.mapValues { Secret($0.text) }, loaded: loaded
    ) { [weak self] progress in
      guard let self, self.busyID == button.id else { return }
      self.progress = progress
      navigator.paint(isLoaded: true)
    }
    navigator.cancel()
    navigator.run("button") {
      let outcome = await button.action(input, navigator)
      guard !Task.isCancelled else { return }
      self.busyID = nil
      self.progress = nil
      self.apply(outcome)
      if let recoveryRoute = outcome.recoveryRoute { navigator.push(recoveryRoute) }
    }
  }

  func apply(_ outcome: FormButton.Outcome) {
    for (id, text) in outcome.texts { state.texts[id] = TextEntry(text) }
    if let report = outcome.report { state.report = report }
    if outcome.emptiesSecrets { secrets = [:] }
    if let nextID = outcome.nextID { state.focusID = nextID }
    if let loaded = outcome.loaded { state.loaded = loaded }
  }

  func cancel(_ navigator: Navigator) {
    busyID = nil
    progress = nil
    navigator.cancel("button")
    navigator.notify("Cancelled.")
  }

  public func receive(_ result: ScreenResult, _ navigator: Navigator) {
    if result == .recovered {
      // A screen that has just been rebuilt loads first.
      guard isLoaded else {
        isPressWaiting = true
        return
      }
      state.report = nil
      let pressed = buttons.first { $0.id == pressedID } ?? focusedButton
      if let pressed { press(pressed, navigator) } else { navigator.refresh() }
      return
    }
    apply(onResult(result))
  }
}
