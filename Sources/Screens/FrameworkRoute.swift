import Core
import Restoration

/// The screens that every application has. They are on the stack like any other screen, so they are
/// restored too.
public enum FrameworkRoute: AppRoute {
  /// The key bindings of the screen below.
  case help(title: String, keys: [KeyHelp])
  /// A list of choices. The selected one is passed to the screen below as an `ScreenResult`.
  case picker(Picker)
  /// Notices that didn't fit into the status line. Only sessions of earlier releases contain it.
  case messages([String])
  /// The messages logged before the screen was opened, newest first.
  case log([LogLine])
}

/// One line of a help screen.
public struct KeyHelp: Codable, Hashable, Sendable {
  /// The names of the keys, such as "Enter, →".
  public let keys: String
  /// A description of the keys' action, without a full stop.
  public let help: String

  /// Creates a line from the keys' names and a description.
  public init(keys: String, help: String) {
    self.keys = keys
    self.help = help
  }
}

/// A prompt with several choices.
public struct Picker: Codable, Hashable, Sendable {
  /// One of the choices.
  public struct Choice: Codable, Hashable, Sendable {
    /// Identifies the choice to the screen that opened the picker.
    public let id: String
    /// The choice's text in the list.
    public let label: String

    /// Creates a choice.
    ///
    ///     Picker.Choice(id: "name", label: "Name")
    public init(id: String, label: String) {
      self.id = id
      self.label = label
    }
  }

  /// Identifies the prompt to the screen that opened the picker.
  public let question: String
  /// The title of the picker's screen.
  public let title: String
  /// The choices, in the order shown.
  public let choices: [Choice]
  /// The id of the current choice, which is marked in the list; `nil` if there is none.
  public let currentID: String?

  /// Creates a prompt with its choices.
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

/// The result of a screen: the selected choice of a picker, or the outcome of another screen.
///
/// A result is a value that names its prompt, because a closure or a continuation couldn't be
/// restored.
public struct ScreenResult: Hashable, Sendable {
  /// The prompt that this is the result of, as in `Picker.question`.
  public let question: String
  /// The id of the selected choice.
  public let choiceID: String

  /// Creates a result for a prompt.
  ///
  ///     ScreenResult(question: "colour", choiceID: "red")
  public init(question: String, choiceID: String) {
    self.question = question
    self.choiceID = choiceID
  }
}

/// One line of the messages: a text, when it was logged, and how often in a row.
public struct LogLine: Codable, Hashable, Sendable {
  /// The time, such as "23:10:05"; "2026-11-20 23:10" if it isn't on the day on which the messages
  /// were opened.
  public let time: String
  /// The message's text.
  public let text: String
  /// The number of consecutive times that the message was logged.
  public let count: Int

  /// Creates a line from a formatted time and a message.
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
