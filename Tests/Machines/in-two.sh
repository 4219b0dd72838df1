#!/bin/sh
# in-two.sh COMMAND...: runs the tests in two processes at a time, those in real terminals beside all others.
#
# Screens are drawn on the main thread, so that one process keeps one core busy, and a real terminal is mostly waited for. What the
# first prints comes when the other has ended: thousands of lines of both at once would be nobody's.
set -u

printed=$(mktemp) || exit 1
trap 'rm -f "$printed"' EXIT
trap 'kill $! 2>/dev/null; exit 130' HUP INT TERM

# Both only read what was built; whichever came second would wait for the other.
"$@" --ignore-lock --filter '^RealTerminalTests\.' >"$printed" 2>&1 &
"$@" --ignore-lock --skip '^RealTerminalTests\.'
others=$?
wait $!
terminals=$?
cat "$printed"
[ "$others" = 0 ] && [ "$terminals" = 0 ]
