#!/bin/sh
# leaving-nothing.sh COMMAND...: runs the tests, and names what they leave behind that isn't theirs to make. With CI set that fails;
# a person, who may have worked beside them, is told.
#
# The command gets a home and a folder for temporary files of its own, so that whatever lies there in the end is the tests',
# however many others use the machine. Elsewhere it is looked for what is new in the checkout and at the top of the file system,
# and under our programs' names in the person's real home and among all temporary files.
set -u

checkout=$(cd "$(dirname "$0")/../../.." && pwd)
# Short, because tmux's sockets lie in it, and their paths may have 107 bytes.
run=$(mktemp -d /tmp/reprise-run.XXXXXX) || exit 1
trap 'rm -rf "$run"' EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

# The home of whoever runs it, also where HOME doesn't say it: programs find it without.
home=$(getent passwd "$(id -u)" 2>/dev/null | cut -d: -f6)
homes=$(printf '%s\n' "${HOME:-}" "$home" | grep '^/.' | sort -u | while read -r path; do [ -d "$path" ] && echo "$path"; done)

# What is at places where nothing of the tests' belongs; a line for each path. Other runs of these tests have names of their own.
list() {
  find / -mindepth 1 -maxdepth 1
  find "$checkout" \( -name '.build*' -o -name .git \) -prune -o -print
  find /tmp /var/tmp -mindepth 1 -maxdepth 1 -user "$(id -u)" \( -name '*cloudburst*' -o -name '*patients*' -o -name '*reprise*' \
    -o -name '*molecules*' -o -name '*openbis*' -o -name 'hello*' -o -name 'probe*' \) ! -name 'reprise-run.*' ! -name 'reprise-consumer-*' ! -name 'reprise-root.*' ! -name 'reprise-tests-*'
}

# What was changed since the start in the checkout, and where our programs keep things in a home.
changed() {
  find "$checkout" \( -name '.build*' -o -name .git \) -prune -o -type f -newer "$run/start" -print
  for folder in $homes; do
    for name in cloudburst patients molecules openbis hello probe; do
      find "$folder/.local/state/$name" "$folder/.local/share/$name" "$folder/.config/$name" "$folder/.cache/$name" \
        \( -newer "$run/start" -o -cnewer "$run/start" \) -print
    done
  done 2>"$run/nothing"
}

# What lies in the tests' own folders, but for what `swift test` itself and tmux put there.
remaining() {
  find "$run/home" "$run/t" -mindepth 1 \
    \( -path "$run/home/.swiftpm" -o -path "$run/home/.cache/org.swift.*" -o -path "$run/home/.cache/clang" \
    -o -path "$run/home/.local/share/bin" -o -path "$run/t/_*.lock" -o -path "$run/t/TemporaryDirectory.*" \
    -o -path "$run/t/tmux-*" -empty \) -prune \
    -o ! -type d -print -o -empty -print
}

mkdir "$run/home" "$run/t"
list | sort >"$run/before"
: >"$run/start"

# As many files as an ordinary user may have open: root, and a server's user, may have many more, and notice no leak.
ulimit -S -n 1024

# swiftly, which may be what is called swift, looks for itself in the home.
[ -z "${HOME:-}" ] || [ ! -d "$HOME/.local/share/swiftly" ] ||
  export SWIFTLY_HOME_DIR="${SWIFTLY_HOME_DIR:-$HOME/.local/share/swiftly}"
(
  unset XDG_STATE_HOME XDG_CONFIG_HOME XDG_CACHE_HOME XDG_DATA_HOME XDG_RUNTIME_DIR
  HOME=$run/home TMPDIR=$run/t TMUX_TMPDIR=$run/t exec "$@"
)
status=$?

list | sort >"$run/after"
{
  comm -13 "$run/before" "$run/after"
  changed
  remaining
} | sort -u >"$run/left"
if [ -s "$run/left" ]; then
  {
    echo
    echo "While the tests ran this was left or changed outside their own temporary folders, by them or by you:"
    sed 's/^/  /' "$run/left"
  } >&2
  [ -z "${CI:-}" ] || [ "$status" != 0 ] || status=1
fi
exit "$status"
