# Fuzzing in rounds of two minutes at most, for fuzz.sh here and in Chemistry. What was spent on a reader is noted in $work/spent-$state:
# whoever is interrupted says the same again, and it goes on from there, until what is read with changes.

# usage: sources_state Directory...
#
# Prints a name for the Swift and C sources below the folders.
sources_state() {
  find "$@" \( -name '*.swift' -o -name '*.[ch]' \) -print0 | sort -z | xargs -0 cat | sha256sum | cut -c1-16
}

# usage: spend SECONDS READER...
#
# Gives each reader so many seconds; seeds are in $work/seeds/READER.
spend() {
  local seconds=$1 reader part spent note runs status
  shift
  mkdir -p "$work/spent-$state" "$work/broken"
  # Swift's own report of a trap would keep libFuzzer from keeping the input.
  export SWIFT_BACKTRACE=enable=no
  for reader in "$@"; do
    note=$work/spent-$state/$reader
    spent=$(cat "$note" 2>/dev/null || echo 0)
    mkdir -p "$work/found/$reader" "$work/seeds/$reader"
    while [ "$spent" -lt "$seconds" ]; do
      part=$((seconds - spent < 120 ? seconds - spent : 120))
      status=0
      # An input may take long at this priority: others go first. Of the 2 GiB most are the sanitizer's.
      FUZZED_READER=$reader nice -n 19 "$work/fuzz-$state" -timeout=60 -rss_limit_mb=2048 -max_len="$longest" \
        ${words:+-dict="$words"} -max_total_time="$part" -artifact_prefix="$work/broken/$reader-" -print_final_stats=1 \
        "$work/found/$reader" "$work/seeds/$reader" >"$work/$reader.log" 2>&1 || status=$?
      if [ "$status" != 0 ]; then
        tail -30 "$work/$reader.log" >&2
        echo "The law is broken by the reader $reader; the input is in $work/broken." >&2
        exit 1
      fi
      spent=$((spent + part))
      echo "$spent" >"$note"
    done
    runs=$(grep -s number_of_executed_units "$work/$reader.log" | grep -o '[0-9]*$' || echo 0)
    echo "$reader: $spent s, $runs inputs in the last round, $(find "$work/found/$reader" -type f | wc -l) kept."
  done
}
