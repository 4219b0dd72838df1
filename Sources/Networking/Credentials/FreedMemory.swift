import CSystem

/// Memory that the process has freed and not reused, which still contains responses and screens.
public enum FreedMemory {
  /// Overwrites memory from now on whenever it is freed. The process's `free` and `realloc` are
  /// replaced by this library's, which then call the allocator's.
  ///
  /// For applications that encrypt their files; call it before the user types the first password.
  /// It can't be undone; a second call changes nothing. It doesn't promise that nothing is left:
  /// the stacks of threads retain their contents until the application is locked. Returns false if
  /// the C library isn't glibc, or a sanitizer is active.
  @discardableResult public static func wipe() -> Bool { reprise_secret_wipe_freed() }
}
