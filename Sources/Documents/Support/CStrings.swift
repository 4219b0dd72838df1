import Foundation

enum CStrings {
  /// Calls `body` with null-terminated arrays of arguments and environment variables, which are
  /// valid only during the call.
  static func lend<Value>(
    _ words: [String], _ environment: [String: String],
    _ body: (
      UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>,
      UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
    ) -> Value
  ) -> Value {
    var argv = words.map { strdup($0) } + [nil]
    var envp = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for word in argv + envp { free(word) } }
    return body(&argv, &envp)
  }
}
