#!/bin/sh
# at-once.sh COMMAND...: runs the tests in three processes at a time: those in real terminals, those of patients, all others.
#
# Screens are drawn on the main thread, so that one process keeps one core busy, and a real terminal is mostly waited for: at once they
# take as long as the longest of them, and not three times as long. What a process prints comes when the others have ended: thousands
# of lines of all at once would be nobody's.
set -u

printed=$(mktemp -d) || exit 1
trap 'rm -rf "$printed"' EXIT
trap 'kill $terminals $patients 2>/dev/null; exit 130' HUP INT TERM

real='^(RealTerminalTests|OpenBISTests\.KilledWhile[A-Za-z]*|PatientsTests\.(ClearText|CommandsAt|IdleLock|Kill|RecordingVisit|SealedSessions|SealedVisit)[A-Za-z]*)[./]'

# All only read what was built; whichever came later would wait for the others.
"$@" --ignore-lock --filter "$real" >"$printed/terminals" 2>&1 &
terminals=$!
"$@" --ignore-lock --filter '^PatientsTests\.' --skip "$real" >"$printed/patients" 2>&1 &
patients=$!
"$@" --ignore-lock --skip '^(RealTerminalTests|PatientsTests|OpenBISTests\.KilledWhile[A-Za-z]*)[./]'
status=$?
wait $terminals || status=$?
wait $patients || status=$?
cat "$printed/terminals" "$printed/patients"
exit $status
