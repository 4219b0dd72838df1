import Foundation

/// Words and an environment as C takes them.
enum CStrings {
  /// Lends arguments and environment, each ended by a null pointer, for one call.
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
