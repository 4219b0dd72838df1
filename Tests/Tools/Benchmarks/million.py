#!/usr/bin/env python3
"""Measure molecules on an SDfile of a million records, which is made in a temporary folder and deleted again.

usage: million.py MOLECULES [RECORDS]

  index         from the first start, which searches the file, to its first screen
  first screen  from a later start to the last byte of its first screen, the index being kept
  go to         from Enter, after the number 900,000 is typed, to the last byte of the screen that shows the record's row
  record        from a start with FILE#900000 to the last byte of its first screen
  memory        the most that the process has had resident, in MiB, after all that
Medians over five runs but for the index. Fails if a limit of the issue is passed: 200 ms, 100 ms, 100 MiB.
"""
import fcntl, os, pty, select, signal, statistics, struct, sys, tempfile, termios, time

RECORD = """m{n}
  Reprise 11232600002D

 13 13  0  0  0  0  0  0  0  0999 V2000
""" + "".join(
    f"{x:10.4f}{y:10.4f}    0.0000 {e}   0  0  0  0  0  0  0  0  0  0  0  0\n"
    for x, y, e in [
        (0, 1.5, "C"), (1.299, 0.75, "C"), (1.299, -0.75, "C"), (0, -1.5, "C"), (-1.299, -0.75, "C"), (-1.299, 0.75, "C"),
        (0, 3, "C"), (-1.299, 3.75, "O"), (1.299, 3.75, "O"), (2.598, 1.5, "O"), (3.897, 0.75, "C"), (3.897, -0.75, "O"),
        (5.196, 1.5, "C")]
) + "".join(
    f"{a:3d}{b:3d}{o:3d}  0\n"
    for a, b, o in [(1, 2, 2), (2, 3, 1), (3, 4, 2), (4, 5, 1), (5, 6, 2), (6, 1, 1), (1, 7, 1), (7, 8, 2), (7, 9, 1),
                    (2, 10, 1), (10, 11, 1), (11, 12, 2), (11, 13, 1)]
) + """M  END
> <ID>
{n}

> <logP>
1.19

$$$$
"""


class Program:
    def __init__(self, command, home):
        self.started = time.perf_counter()
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
            os.environ.update(
                TERM="xterm-256color", LC_ALL="C.UTF-8", HOME=home, XDG_STATE_HOME=home + "/state", XDG_RUNTIME_DIR=home)
            os.execv(command[0], command)

    def wait_for(self, text, since, patience=60):
        """The milliseconds from a moment until a text has come and nothing more does."""
        seen, last, wait = b"", None, patience
        while select.select([self.terminal], [], [], wait)[0]:
            try:
                chunk = os.read(self.terminal, 1 << 16)
            except OSError:
                break
            if not chunk:
                break
            seen += chunk
            if text in seen:
                last, wait = time.perf_counter(), 0.4
        if last is None:
            sys.exit(f"{text!r} hasn't come; the screen's bytes are {seen[-2000:]!r}")
        return (last - since) * 1e3

    def press(self, keys, text):
        pressed = time.perf_counter()
        os.write(self.terminal, keys)
        return self.wait_for(text, pressed)

    def memory(self):
        with open(f"/proc/{self.process}/status") as status:
            return max(int(line.split()[1]) for line in status if line.startswith("VmHWM")) / 1024

    def quit(self):
        os.write(self.terminal, b"\x11")
        while True:
            try:
                if not os.read(self.terminal, 1 << 16):
                    break
            except OSError:
                break
        os.close(self.terminal)
        os.waitpid(self.process, 0)


program = os.path.abspath(sys.argv[1])
count = int(sys.argv[2]) if len(sys.argv) > 2 else 1_000_000
wanted = count * 9 // 10
with tempfile.TemporaryDirectory() as home:
    path = home + "/million.sdf"
    with open(path, "w") as file:
        for start in range(1, count + 1, 1000):
            file.write("".join(RECORD.replace("{n}", str(n)) for n in range(start, min(start + 1000, count + 1))))
    print(f"{count} records, {os.path.getsize(path) >> 20} MiB")
    rows = f"of {count:,}".encode()
    first = Program([program, path], home)
    print(f"index         {first.wait_for(rows, first.started):8.1f} ms, {first.memory():.1f} MiB")
    first.quit()
    screens, goings, records, memories = [], [], [], []
    for _ in range(5):
        run = Program([program, path], home)
        screens.append(run.wait_for(rows, run.started))
        run.press(b"#", b"Number")
        run.press(str(wanted).encode(), str(wanted).encode())
        goings.append(run.press(b"\r", f"m{wanted}".encode()))
        # Back to the beginning for the next run.
        run.press(b"g", b"m1 ")
        memories.append(run.memory())
        run.quit()
        run = Program([program, f"{path}#{wanted}"], home)
        records.append(run.wait_for(f"{wanted:,} of".encode(), run.started))
        memories.append(run.memory())
        # The next run is to begin with the list.
        run.press(b"\x1b", b"FORMULA")
        run.quit()
    results = [
        ("first screen", statistics.median(screens), 200, "ms"), ("go to", statistics.median(goings), 100, "ms"),
        ("record", statistics.median(records), 200, "ms"), ("memory", max(memories), 100, "MiB")]
    for name, value, limit, unit in results:
        print(f"{name:13} {value:8.1f} {unit} (at most {limit})")
    sys.exit(any(value > limit for _, value, limit, _ in results))
