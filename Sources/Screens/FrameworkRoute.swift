/// The screens that every application has. They are on the stack like any other, so an open one comes back too.
public enum FrameworkRoute: AppRoute {
  /// The keys of the screen below.
  case help(title: String, keys: [KeyHelp])
  /// A choice; what is chosen reaches the screen below as an `Answer`.
  case picker(Picker)
  /// What the status line had no room for, in sessions of earlier releases.
  case messages([String])
  /// What was said until the screen was opened, newest first.
  case log([LogLine])
}

/// One line of a help screen.
public struct KeyHelp: Codable, Hashable, Sendable {
  public let keys: String
  public let help: String

  public init(keys: String, help: String) {
    self.keys = keys
    self.help = help
  }
}

/// A question with a few answers to choose from.
public struct Picker: Codable, Hashable, Sendable {
  public struct Choice: Codable, Hashable, Sendable {
    public let id: String
    public let label: String

    public init(id: String, label: String) {
      self.id = id
      self.label = label
    }
  }

  /// Names the question to the screen that asked.
  public let question: String
  public let title: String
  public let choices: [Choice]
  /// The choice that stands now.
  public let currentID: String?

  public init(question: String, title: String, choices: [Choice], currentID: String? = nil) {
    self.question = question
    self.title = title
    self.choices = choices
    self.currentID = currentID
  }
}

/// What was chosen in a picker.
///
/// Results come back as values that name their question: a closure or a continuation couldn't be restored.
public struct Answer: Hashable, Sendable {
  public let question: String
  public let choiceID: String

  public init(question: String, choiceID: String) {
    self.question = question
    self.choiceID = choiceID
  }
}
