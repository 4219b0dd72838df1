#!/bin/sh
# at-once.sh COMMAND...: runs the tests in four processes at a time: those in real terminals, those of patients, of the other viewers, and
# all others.
#
# Screens are drawn on the main thread, so that one process keeps one core busy, and a real terminal is mostly waited for: at once they
# take as long as the longest of them, and not three times as long. What a process prints comes when the others have ended: thousands
# of lines of all at once would be nobody's.
#
# A test that never ends fails by name: whoever stopped it from outside would learn nothing.
set -u

minutes=40
[ -z "${REPRISE_SOAK:-}" ] || minutes=240
printed=$(mktemp -d) || exit 1
trap 'rm -rf "$printed"' EXIT
trap 'kill $terminals $patients $viewers $others 2>/dev/null; exit 130' HUP INT TERM

real='^(EndToEndTests|OpenBISTests\.KilledWhile[A-Za-z]*|PatientsTests\.(ClearText|CommandsAt|IdleLock|Kill|RecordingVisit|SealedSessions|SealedVisit)[A-Za-z]*)[./]'

# All only read what was built; whichever came later would wait for the others. More real terminals at a time, because most of them wait.
SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=6 timeout -k 10 "${minutes}m" "$@" --ignore-lock --filter "$real" >"$printed/terminals" 2>&1 &
terminals=$!
timeout -k 10 "${minutes}m" "$@" --ignore-lock --filter '^PatientsTests\.' --skip "$real" >"$printed/patients" 2>&1 &
patients=$!
timeout -k 10 "${minutes}m" "$@" --ignore-lock --filter '^(CloudBurst|OpenBIS|Molecules|Chemistry|Depictions)Tests\.' --skip "$real" >"$printed/viewers" 2>&1 &
viewers=$!
# There before anybody looks at it.
: >"$printed/others"
timeout -k 10 "${minutes}m" "$@" --ignore-lock --skip '^(EndToEndTests|PatientsTests|CloudBurstTests|OpenBISTests|MoleculesTests|ChemistryTests|DepictionsTests)[./]' >"$printed/others" 2>&1 &
others=$!

# ended PROCESS FILE: waits for a process. Of one whose time was over, says which tests had begun and not ended; the last lines of what it
# printed are lost, so that some of these may be innocent.
ended() {
  wait "$1"
  its=$?
  [ $its = 0 ] || status=$its
  [ $its = 124 ] || [ $its = 137 ] || return 0
  echo "error: these tests hadn't ended after $minutes minutes, or were the last to end:"
  awk '!/ Test case / && match($0, /^(◇|✔|✘) Test .*( started\.$| passed after | failed after )/) {
      name = $0; sub(/^[^ ]+ Test /, "", name); sub(/ (started\.$|passed after .*|failed after .*)/, "", name)
      sub(/ with [0-9]+ test cases$/, "", name)
      if (/ started\.$/) open[name] = 1; else delete open[name] }
    END { for (name in open) print "error:   " name }' "$2"
}

status=0
tail -n +1 -f --pid=$others "$printed/others" &
wait $!
ended $others "$printed/others"
ended $terminals "$printed/terminals" >"$printed/terminals-unended"
ended $patients "$printed/patients" >"$printed/patients-unended"
ended $viewers "$printed/viewers" >"$printed/viewers-unended"
cat "$printed/terminals" "$printed/terminals-unended" "$printed/patients" "$printed/patients-unended" \
  "$printed/viewers" "$printed/viewers-unended"
exit $status
