import Core
import FoundationEssentials
import Glibc

/// The result of a program that was run without a terminal.
package struct ToolRun: Hashable, Sendable {
  /// `nil` if a signal or the time limit ended the program.
  package let exitCode: Int32?
  /// Standard output and standard error combined, truncated at the limit.
  package let output: String

  var failureText: String {
    exitCode == nil ? "It didn't end in time, or was killed. \(output)" : output
  }

  /// Standard input is `input`, passed in memory, or empty. `mostBytes` limits the output, `memory`
  /// the program's memory, in bytes.
  package init(
    _ path: String, _ arguments: [String], environment: [String: String],
    input: [UInt8]? = nil, limit: Duration = .seconds(30), mostBytes: Int = 1 << 20,
    memory: Int? = nil
  ) throws(DocumentError) {
    // The shell sets the limit and then executes the program. `-d` doesn't count reserved address
    // space, for example of threads.
    let limited = memory.map {
      ["/bin/sh", "-c", "ulimit -d \($0 >> 10) 2> /dev/null; exec \"$0\" \"$@\"", path]
    }
    do throws(POSIXError) {
      let pipe = try DescriptorPair()
      let bytes = ByteBuffer(limit: mostBytes)
      var file = Subprocess.File.null
      if let input { file = .descriptor(try Descriptor(inMemory: input)) }
      let alarm = try WakeupPipe()
      let process = try Subprocess(
        (limited ?? [path]) + arguments, environment: environment, input: file,
        output: .descriptor(pipe.writing), errors: .descriptor(pipe.writing))
      let interruptions = process.readToEnd(
        ProcessOutput(pipe, bytes), until: .now + limit, alarm)
      let end = process.wait()
      if case .exit(let code) = end, interruptions.isEmpty {
        exitCode = code
      } else {
        exitCode = nil
      }
      output = String(decoding: bytes.bytes, as: UTF8.self)
    } catch {
      throw .program(name: path, reason: error.reason)
    }
  }
}

/// The freedesktop tools, as far as they are installed.
struct Tools: Sendable {
  private let search: SearchPath
  private let environment: [String: String]

  init(environment: [String: String]) {
    search = SearchPath(environment)
    self.environment = environment
  }

  /// `package` is the package that contains the tool.
  enum Tool: String {
    case updateMIMEDatabase = "update-mime-database"
    case updateDesktopDatabase = "update-desktop-database"
    case validate = "desktop-file-validate"
    case xdgMIME = "xdg-mime"

    var package: String {
      switch self {
      case .updateMIMEDatabase: "shared-mime-info"
      case .updateDesktopDatabase, .validate: "desktop-file-utils"
      case .xdgMIME: "xdg-utils"
      }
    }

    var missingMessage: String { "\(rawValue) isn't installed (package \(package))." }
  }

  func run(_ tool: Tool, _ arguments: [String]) throws(DocumentError) -> ToolRun? {
    guard let path = search.program(tool.rawValue) else { return nil }
    return try ToolRun(path, arguments, environment: environment)
  }

  func has(_ tool: Tool) -> Bool { search.program(tool.rawValue) != nil }
}
