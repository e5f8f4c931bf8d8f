import { MARKER, markLimit } from '../command-env.ts'

/**
 * What runs a command on a remote machine (Linux, bash). It is always the same text: what it runs comes through stdin, as fields
 * that end with NUL, so no shell ever reads an argument. Stdin stays open while the command may run: when it ends, with
 * the connection at the latest, the command dies with all that it started.
 */
const RUNNER = `
export LC_ALL=C
exec 3<&0 </dev/null
field() { IFS= read -r -d "" -u 3 "$1"; }
tree() {
  local -A hit=()
  local -a all=()
  local file line pid each grew=1 session=$leader
  for file in $(grep -lzF -e "${MARKER}=$id" -e " $limit " /proc/[0-9]*/{environ,limits}); do
    pid=\${file#/proc/}
    hit["\${pid%%/*}"]=1
  done
  for file in /proc/[0-9]*/stat; do
    line=
    IFS= read -r -d "" line <"$file"
    pid=\${line%% *}
    set -- \${line##*) }
    [[ -z $1 || $1 == [ZX] || \${20} -lt $began ]] && continue
    all+=("$pid $2 $4")
    if [[ $pid == "$leader" ]]; then
      if [[ \${20} == "$began" ]]; then hit["$pid"]=1; else session=none; fi
    fi
  done
  while ((grew)); do
    grew=0
    for each in "\${all[@]}"; do
      set -- $each
      if [[ -z \${hit[$1]} && ( -n \${hit[$2]} || $3 == "$session" ) ]]; then
        hit[$1]=1
        grew=1
      fi
    done
  done
  victims=()
  for each in "\${all[@]}"; do
    set -- $each
    [[ -z \${hit[$1]} ]] || victims+=("$1")
  done
}
sweep() {
  while tree; ((\${#victims[@]})); do kill -KILL "\${victims[@]}"; done
} >/dev/null 2>&1
field id || exit 125
field limit || exit 125
field folder || exit 125
field count || exit 125
if ((count == 0)); then
  leader=-1 began=0
  sweep
  exit 0
fi
arguments=()
while ((count-- > 0)); do
  field each || exit 125
  arguments+=("$each")
done
cd -- "$folder" || exit 125
{ ulimit -x "$limit" 2>/dev/null; exec setsid env "\${arguments[@]}"; } 3<&- &
leader=$!
exec 2>/dev/null
read -r -d "" each <"/proc/$leader/stat"
set -- \${each##*) }
began=\${20:-0}
{ IFS= read -r -u 3 each; sweep; } >/dev/null &
watcher=$!
exec 3<&-
wait "$leader"
status=$?
kill "$watcher"
sweep
exit "$status"
`

/** The command line for a remote shell. */
export const RUNNER_COMMAND = `exec bash -c '${RUNNER}'`

/** Write what the runner reads; without arguments it kills what carries the mark. */
export const writeRunnerInput = (id: string, folder: string, args: readonly string[]): string =>
  [id, markLimit(id), folder, String(args.length), ...args].map((field) => `${field}\0`).join('')
