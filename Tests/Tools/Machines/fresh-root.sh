#!/bin/sh
# fresh-root.sh SUITE [Directory]: tries the README's commands on a Debian that nobody prepared; SUITE is bookworm or sid.
#
# Makes a bare root with debootstrap, with make and git, and the compiler: Debian's own in sid, elsewhere the one of this machine,
# which is mounted at /opt/swift. A fresh clone of what is committed here goes in, and `make run` and `make test` are typed there,
# and nothing else. Needs root, debootstrap, git and python3, and 12 GB. With a Directory the bare root is kept there and used again
# (delete SUITE.tar to make it anew), and so are the logs. All mounts and processes end with the script.
set -eu

suite=${1:?"say bookworm or sid"}
if [ "${3:-}" != inside ]; then
  [ "$(id -u)" = 0 ] || { echo "fresh-root.sh: only root can make a root" >&2; exit 77; }
  folder=${2:-$(mktemp -d /tmp/reprise-root.XXXXXX)}
  mkdir -p "$folder"
  status=0
  unshare --mount --pid --fork --kill-child "$0" "$suite" "$(cd "$folder" && pwd)" inside || status=$?
  rm -rf "$folder/$suite.root"
  [ -n "${2:-}" ] || rm -rf "$folder"
  exit "$status"
fi

here=$(cd "$(dirname "$0")" && pwd)
folder=$2
root=$folder/$suite.root
tar=$folder/$suite.tar
log=$folder/$suite
mount --make-rprivate /

mounts() {
  mount -t proc proc "$root/proc"
  mount --rbind /dev "$root/dev"
  mount -t sysfs sysfs "$root/sys"
}

in_root() {
  chroot "$root" env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root TERM=xterm-256color \
    "$@"
}

rm -rf "$root"
mkdir "$root"
if [ -e "$tar" ]; then
  tar --numeric-owner -xpf "$tar" -C "$root"
else
  mirror=$(apt-get indextargets --format '$(ORIGIN) $(COMPONENT) $(REPO_URI)' 'Created-By: Packages' |
    awk '$1 == "Debian" && $2 == "main" && $3 !~ /security/ { print $3; exit }')
  debootstrap --variant=minbase "$suite" "$root" "${mirror:?"this machine names no Debian mirror"}" >"$log-root.log"
  # The machine's copy of the archive may be some days old, and its clock may be anything.
  printf 'Acquire::Check-Valid-Until "false";\nAcquire::Check-Date "false";\n' >"$root/etc/apt/apt.conf.d/99dates"
  cp /etc/resolv.conf "$root/etc/resolv.conf"
  packages="make git"
  [ "$suite" != sid ] || packages="swiftlang make git"
  (
    mounts
    in_root sh -c "apt-get -q update && DEBIAN_FRONTEND=noninteractive apt-get -q -y install $packages && apt-get clean"
  ) >>"$log-root.log" 2>&1
  tar --numeric-owner --one-file-system --exclude=./dev --exclude=./proc --exclude=./sys -cpf "$tar" -C "$root" .
fi
mkdir -p "$root/dev" "$root/proc" "$root/sys"
mountpoint -q "$root/proc" || mounts
cp /etc/resolv.conf "$root/etc/resolv.conf"
if [ "$suite" != sid ]; then
  swift=$(command -v swift || echo /opt/swift/usr/bin/swift)
  mkdir -p "$root/opt/swift"
  mount --bind "$(cd "$(dirname "$(realpath "$swift")")/../.." && pwd)" "$root/opt/swift"
  mount -o remount,bind,ro "$root/opt/swift"
fi
git clone -q --no-hardlinks "file://$(cd "$here/../../.." && pwd)" "$root/root/reprise"

fail() {
  echo "$suite: $1" >&2
  exit 1
}

echo "$suite: make run"
python3 - "$root" >"$log-run.log" <<'PYTHON' || fail "make run didn't show the viewer; see $log-run.log"
import fcntl, os, pty, select, signal, struct, sys, termios, time

child, terminal = pty.fork()
if child == 0:
    os.chroot(sys.argv[1])
    os.chdir("/root/reprise")
    path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
    os.execve("/usr/bin/make", ["make", "run"], {"PATH": path, "HOME": "/root", "TERM": "xterm-256color"})
fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
seen, deadline, quit_at = b"", time.monotonic() + 3600, None
while time.monotonic() < deadline:
    if select.select([terminal], [], [], 1)[0]:
        try:
            got = os.read(terminal, 65536)
        except OSError:
            break
        seen += got
        sys.stdout.buffer.write(got)
        sys.stdout.buffer.flush()
    # The second screen, painted and quiet.
    elif quit_at is None and b"\x1b[?1049h" in seen and b"CloudBurst" in seen:
        quit_at = time.monotonic()
        os.write(terminal, b"\x11")
else:
    os.kill(child, signal.SIGKILL)
status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
sys.exit(0 if quit_at is not None and status == 0 else 1)
PYTHON

echo "$suite: make test"
in_root sh -c 'cd /root/reprise && exec make test' </dev/null >"$log-test.log" 2>&1 || {
  sed -n '/^What failed:/,$p' "$log-test.log"
  fail "make run showed the viewer; make test failed, see $log-test.log"
}
echo "$suite: make run showed the viewer, and make test passed: $(grep -o 'Test run with .*' "$log-test.log" | tail -n 1)"
