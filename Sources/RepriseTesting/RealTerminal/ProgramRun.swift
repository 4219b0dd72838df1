import Core
public import Foundation

/// Runs a program without a terminal until it ends, and contains its exit code and output.
///
///     let run = try ProgramRun(BuiltProgram.path("cloudburst"), "list", "--json")
///     #expect(run.exitCode == 0)
public struct ProgramRun: Sendable {
  /// The exit code, or 128 plus the signal number if a signal ended the program, as in shells.
  public let exitCode: Int32
  /// The bytes that the program wrote to standard output.
  public let output: Data
  /// The bytes that the program wrote to standard error.
  public let errors: Data

  /// The error if the operating system couldn't start a program.
  public struct NotStarted: Error, CustomStringConvertible {
    let program: String
    let code: Int32

    /// A message with the program and the operating system's error.
    public var description: String {
      "\(program) can't be run: \(String(cString: strerror(code)))"
    }
  }

  /// The program's standard output, decoded as UTF-8.
  public var outputText: String { String(decoding: output, as: UTF8.self) }
  /// The program's standard error, decoded as UTF-8.
  public var errorText: String { String(decoding: errors, as: UTF8.self) }

  /// Runs a program with empty standard input and captures its output.
  ///
  /// A program that is still running after `patience` is killed. Background processes that it
  /// leaves behind aren't waited for.
  public init(
    _ program: String, _ arguments: String...,
    environment: [String: String] = SafeEnvironment.variables(),
    patience: Duration = .seconds(60)
  ) throws {
    try self.init(program, arguments, environment: environment, patience: patience)
  }

  /// Runs a program with empty standard input and captures its output.
  ///
  /// - Parameters:
  ///   - program: The program's path.
  ///   - arguments: The program's arguments.
  ///   - environment: The program's complete environment.
  ///   - patience: The time after which a program that is still running is killed.
  public init(
    _ program: String, _ arguments: [String], environment: [String: String],
    patience: Duration = .seconds(60)
  ) throws {
    let (output, errors) = (ByteBuffer(), ByteBuffer())
    do throws(POSIXError) {
      let (outputPipe, errorPipe) = (try DescriptorPair(), try DescriptorPair())
      let alarm = try WakeupPipe()
      // No other program inherits its files: a server that holds an executable open while a test
      // is writing it would prevent it from being run ("text file busy").
      let process = try Subprocess(
        [program] + arguments, environment: environment, output: .descriptor(outputPipe.writing),
        errors: .descriptor(errorPipe.writing))
      _ = process.readToEnd(
        ProcessOutput(outputPipe, output), errors: ProcessOutput(errorPipe, errors),
        until: .now + patience, alarm)
      exitCode = process.wait().shellCode
    } catch {
      throw NotStarted(program: program, code: error.code.rawValue)
    }
    self.output = Data(output.bytes)
    self.errors = Data(errors.bytes)
  }
}

/// An environment for programs under test, without the user's own settings and home directory.
public enum SafeEnvironment {
  /// A program needs them to be found and run, and to use the test's time zone.
  private static let inherited = [
    "PATH", "TZ", "TMPDIR", "TMUX_TMPDIR", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH",
    "DYLD_FRAMEWORK_PATH", "LLVM_PROFILE_FILE",
  ]

  /// A path at which no directory exists or can be created, not even by root, because it is inside
  /// a device.
  public static let nowhere = "/dev/null/nowhere"

  /// Returns environment variables for a program under test, with a test's own variables added;
  /// `nil` removes a variable.
  ///
  /// Unless `home` is given, HOME is a directory that doesn't exist and can't be created.
  public static func variables(
    home: String = nowhere, _ own: [String: String?] = [:]
  ) -> [String: String] {
    var variables = ProcessInfo.processInfo.environment.filter { inherited.contains($0.key) }
    variables["LC_ALL"] = "C.UTF-8"
    variables["HOME"] = home
    for (name, value) in own { variables[name] = value }
    return variables
  }
}
