import Core
import Restoration

/// The routes of the screens that every application has, such as the help. These screens are on the
/// stack and are restored like the application's own.
public enum FrameworkRoute: AppRoute {
  /// The help screen, which lists the key bindings of the screen below it.
  case help(title: String, keys: [KeyHelp])
  /// A list of choices. The screen below receives the selected one as a `ScreenResult`.
  case picker(Picker)
  /// A list of notices that were too long for the status line. This release no longer opens it, but
  /// sessions of earlier releases may contain it.
  case messages([String])
  /// The message log: the messages logged before this screen was opened, newest first.
  case log([LogLine])
}

/// One line of a help screen: the names of some keys and a description of their action.
public struct KeyHelp: Codable, Hashable, Sendable {
  /// The names of the keys, such as "Enter, →".
  public let keys: String
  /// A description of the keys' action, without a full stop.
  public let help: String

  /// Creates a line of a help screen.
  ///
  ///     KeyHelp(keys: "Enter, →", help: "Open the system")
  public init(keys: String, help: String) {
    self.keys = keys
    self.help = help
  }
}

/// A prompt with several choices, shown as a list on a screen of its own. Open it with
/// `Navigator.pick(_:)`.
public struct Picker: Codable, Hashable, Sendable {
  /// A choice that a picker offers: an id and the text shown for it.
  public struct Choice: Codable, Hashable, Sendable {
    /// The id of the choice, which isn't shown. If the user selects the choice, the result contains
    /// it.
    public let id: String
    /// The text shown for the choice.
    public let label: String

    /// Creates a choice from its id and the text shown for it.
    ///
    ///     Picker.Choice(id: "name", label: "Name")
    public init(id: String, label: String) {
      self.id = id
      self.label = label
    }
  }

  /// The id of the picker, which isn't shown. The screen that opened the picker compares it with
  /// the `question` of the `ScreenResult` that it receives.
  public let question: String
  /// The title of the picker's screen.
  public let title: String
  /// The choices, in the order shown.
  public let choices: [Choice]
  /// The id of the choice that is currently in effect, which is marked in the list; `nil` if there
  /// is none.
  public let currentID: String?

  /// Creates a picker with its choices, and marks the current one.
  ///
  ///     Picker(
  ///       question: "colour", title: "Colour", choices: [Picker.Choice(id: "red", label: "Red")],
  ///       currentID: "red")
  public init(question: String, title: String, choices: [Choice], currentID: String? = nil) {
    self.question = question
    self.title = title
    self.choices = choices
    self.currentID = currentID
  }
}

/// The result that a closing screen passes to the screen below, such as the selected choice of a
/// picker.
///
/// It identifies its prompt by a string. A closure or a continuation couldn't be restored after a
/// restart.
public struct ScreenResult: Hashable, Sendable {
  /// The id of the prompt that led to this result; for a picker, its `Picker.question`.
  public let question: String
  /// The id of the selected choice; for a picker, its `Picker.Choice.id`.
  public let choiceID: String

  /// Creates the result of a prompt. Pass it to `Navigator.returnResult(_:)`.
  ///
  ///     ScreenResult(question: "colour", choiceID: "red")
  public init(question: String, choiceID: String) {
    self.question = question
    self.choiceID = choiceID
  }
}

/// One line of the message log: a message, the time when it was logged, and the number of
/// consecutive repetitions.
public struct LogLine: Codable, Hashable, Sendable {
  /// The time when the message was logged, such as "23:10:05". It is "2026-11-20 23:10" if the log
  /// was opened on another day.
  public let time: String
  /// The message's text.
  public let text: String
  /// The number of consecutive times that the message was logged.
  public let count: Int

  /// Creates a line of the message log.
  ///
  ///     LogLine(time: "23:10:05", text: "Copied.")
  public init(time: String, text: String, count: Int = 1) {
    self.time = time
    self.text = text
    self.count = count
  }
}

extension MessageLog {
  func lines(now: Int, zone: Zone) -> [LogLine] {
    let today = Timestamp(seconds: now).date(in: zone)
    return messages.map { message in
      let then = Timestamp(seconds: message.timestamp)
      let isToday = then.date(in: zone) == today
      return LogLine(
        time: isToday
          ? String(then.text(in: zone).dropFirst(11).prefix(8)) : then.minute(in: zone),
        text: message.text, count: message.count)
    }
  }
}
