import CNcurses
import Foundation
import Terminals

/// The terminal as a device: two open files that lead to it.
struct TTY {
  let input: Int32
  let output: Int32

  /// The window's size, unless the device doesn't know it, as a serial line doesn't.
  var size: Size? {
    var rows: Int32 = 0
    var columns: Int32 = 0
    guard reprise_window_size(output, &rows, &columns) else { return nil }
    return Size(rows: Int(rows), columns: Int(columns))
  }

  /// The size of a cell in pixels, unless the device doesn't know it: many terminals don't say.
  var cellSize: PixelSize? {
    var width: Int32 = 0
    var height: Int32 = 0
    guard reprise_cell_size(output, &height, &width) else { return nil }
    return PixelSize(width: Int(width), height: Int(height))
  }

  /// True if the shell has given this process the terminal. Without job control it always has.
  var isInForeground: Bool {
    let group = tcgetpgrp(input)
    return group < 0 || group == getpgrp()
  }

  /// True if the other end is gone: the window closed, the line dropped.
  var isHungUp: Bool {
    var file = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
    return poll(&file, 1, 0) > 0 && Int32(file.revents) & (POLLHUP | POLLERR | POLLNVAL) != 0
  }

  /// True if nothing can be written now: nobody reads what was written before. Not so of a terminal that is gone, which refuses it.
  var isFull: Bool {
    var file = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
    return poll(&file, 1, 0) == 0
  }

  /// Writes past ncurses, whose buffer must be empty: after a refresh it is.
  ///
  /// Bytes that a hung-up terminal doesn't take are dropped.
  func write(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(output, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if count < 0, errno == EAGAIN {
        var file = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
        _ = poll(&file, 1, -1)
      } else if count == 0 || errno != EINTR {
        return
      }
    }
  }

  /// Waits until there is something to read. Returns false if the deadline comes first.
  func waitForInput(until deadline: ContinuousClock.Instant) -> Bool {
    var file = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
    let left = Int((deadline - .now) / .milliseconds(1))
    return left > 0 && poll(&file, 1, Int32(clamping: left)) > 0
  }

  /// True if there is something to read.
  var hasInput: Bool { reprise_bytes_waiting(input) > 0 }

  /// Reads the bytes that are there, at most so many. Never waits.
  func read(atMost limit: Int) -> [UInt8] {
    let count = min(limit, Int(reprise_bytes_waiting(input)))
    guard count > 0 else { return [] }
    return Array(unsafeUninitializedCapacity: count) { buffer, filled in
      filled = max(0, Foundation.read(input, buffer.baseAddress, count))
    }
  }
}
