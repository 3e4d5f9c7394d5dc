# Steps that are run whatever failed before, also beside each other. To be sourced by bash.
#
#   begin_steps                  # once
#   step "a name" command ...    # what it prints is printed whole when it ends
#   beside 3 "a name" command .. # a step that begins when fewer than three run, and is not waited for
#   wait                         # for all that were begun
#   end_steps                    # waits for every step; if steps have failed, prints the end of each once more, last of
#                                # all their names, and exits non-zero: a long log may be cut in its middle

LINES_OF_A_FAILURE=80

begin_steps() {
  steps_folder=$(mktemp -d) || exit 1
  : >"$steps_folder/failed"
  trap _unfinished EXIT
  trap 'exit 143' TERM INT
}

step() {
  local name=$1 output failed= took user system TIMEFORMAT='%0R %0U %0S'
  shift
  output=$(mktemp "$steps_folder/output.XXXXXX")
  printf '==== %s ...\n' "$name"
  { time "$@" </dev/null >"$output" 2>&1; } 2>"$output.time" || failed=yes
  (
    flock 9
    read -r took user system <"$output.time"
    printf '\n==== %s\n' "$name"
    cat "$output"
    printf '==== %s took %d s, and %d s of the processors\n\n' "$name" "$took" "$((user + system))"
    if [ "$failed" ]; then
      printf '%s\n' "$name" >>"$steps_folder/failed"
      { printf '\n==== the end of what failed: %s\n' "$name" && tail -n "$LINES_OF_A_FAILURE" "$output"; } >>"$steps_folder/ends"
    fi
  ) 9>"$steps_folder/lock"
  rm -f "$output" "$output.time"
}

beside() {
  local most=$1
  shift
  while [ "$(jobs -pr | wc -l)" -ge "$most" ]; do
    wait -n
  done
  step "$@" &
}

end_steps() {
  wait
  if [ -s "$steps_folder/failed" ]; then
    cat "$steps_folder/ends"
    printf '\n'
    sed 's/^/FAILED: /' "$steps_folder/failed"
    exit 1
  fi
}

# A run that is ended early still shows how far each step has come.
_unfinished() {
  local status=$? output
  for output in "$steps_folder"/output.??????; do
    if [ -e "$output" ]; then
      printf '\n==== not ended:\n'
      cat "$output"
    fi
  done
  rm -rf "$steps_folder"
  exit "$status"
}
