/// The screens that every application has. They are on the stack like any other, so an open one comes back too.
public enum FrameworkRoute: AppRoute {
  /// The keys of the screen below.
  case help(title: String, keys: [KeyHelp])
  /// A choice; the one made reaches the screen below as an `ScreenResult`.
  case picker(Picker)
  /// The sentences that the status line had no room for, in sessions of earlier releases.
  case messages([String])
  /// The sentences said until the screen was opened, newest first.
  case log([LogLine])
}

/// One line of a help screen.
public struct KeyHelp: Codable, Hashable, Sendable {
  /// The names of the keys: "Enter, →".
  public let keys: String
  /// A sentence that says what the keys do, without a full stop.
  public let help: String

  /// Creates a line from the keys' names and a sentence.
  public init(keys: String, help: String) {
    self.keys = keys
    self.help = help
  }
}

/// A question with a few answers to choose from.
public struct Picker: Codable, Hashable, Sendable {
  /// One answer to choose.
  public struct Choice: Codable, Hashable, Sendable {
    /// Names the choice to the screen that asked.
    public let id: String
    /// The words that stand for the choice in the list.
    public let label: String

    /// Creates a choice.
    ///
    ///     Picker.Choice(id: "name", label: "Name")
    public init(id: String, label: String) {
      self.id = id
      self.label = label
    }
  }

  /// Names the question to the screen that asked.
  public let question: String
  /// The title of the picker's screen.
  public let title: String
  /// The answers to choose from, in the order shown.
  public let choices: [Choice]
  /// The id of the choice that holds now, marked in the list; nil if none does.
  public let currentID: String?

  /// Creates a question with the answers to choose from.
  ///
  ///     Picker(question: "colour", title: "Colour", choices: [Picker.Choice(id: "red", label: "Red")], currentID: "red")
  public init(question: String, title: String, choices: [Choice], currentID: String? = nil) {
    self.question = question
    self.title = title
    self.choices = choices
    self.currentID = currentID
  }
}

/// The answer to a question: the choice made in a picker, or the outcome of another screen.
///
/// Results come back as values that name their question: a closure or a continuation couldn't be restored.
public struct ScreenResult: Hashable, Sendable {
  /// The question that is answered, as `Picker.question` names it.
  public let question: String
  /// The id of the choice.
  public let choiceID: String

  /// Creates the answer to a question.
  ///
  ///     ScreenResult(question: "colour", choiceID: "red")
  public init(question: String, choiceID: String) {
    self.question = question
    self.choiceID = choiceID
  }
}
