# Steps that are run whatever failed before, also beside each other. To be sourced by bash.
#
#   begin_steps                  # once
#   step "a name" command ...    # what it prints is printed whole when it ends
#   { step ...; step ...; } &    # a lane: its steps follow one another, beside those of the other lanes
#   end_steps                    # waits for every lane; exits non-zero, with their names, if a step has failed

begin_steps() {
  steps_folder=$(mktemp -d) || exit 1
  : >"$steps_folder/failed"
  trap _unfinished EXIT
  trap 'exit 143' TERM INT
}

step() {
  local name=$1 began=$SECONDS output
  shift
  output=$(mktemp "$steps_folder/output.XXXXXX")
  printf '==== %s ...\n' "$name"
  "$@" </dev/null >"$output" 2>&1 || printf '%s\n' "$name" >>"$steps_folder/failed"
  (
    flock 9
    printf '\n==== %s\n' "$name"
    cat "$output"
    printf '==== %s took %d s\n\n' "$name" "$((SECONDS - began))"
  ) 9>"$steps_folder/lock"
  rm -f "$output"
}

end_steps() {
  wait
  if [ -s "$steps_folder/failed" ]; then
    printf '\n'
    sed 's/^/FAILED: /' "$steps_folder/failed"
    exit 1
  fi
}

# A run that is ended early still shows how far each step has come.
_unfinished() {
  local status=$? output
  for output in "$steps_folder"/output.*; do
    if [ -e "$output" ]; then
      printf '\n==== not ended:\n'
      cat "$output"
    fi
  done
  rm -rf "$steps_folder"
  exit "$status"
}
