import CLibcrypto

/// Memory that a process has given back, and that nobody has used since: it still has servers' answers and screens.
public enum FreedMemory {
  /// Has memory overwritten when it is given back, from now on.
  ///
  /// For applications that seal their files; to be called before the first password is typed. There is no way back, and a second call
  /// changes nothing. It isn't promised that nothing at all is left: threads' stacks keep their contents, until the application is locked.
  /// Returns false where the C library isn't glibc, or a sanitizer looks on. The process's `free` and `realloc` are this library's, which
  /// hand on to the allocator's.
  @discardableResult public static func wipe() -> Bool { reprise_secret_wipe_freed() }
}
