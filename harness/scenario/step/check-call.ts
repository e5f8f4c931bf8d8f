import { ACTION_QUERIES } from '../../../tools/agent/action-queries.ts'
import type { Json } from '../../../tools/core/json.ts'
import { checkInput } from '../read/check-input.ts'
import type { Path } from '../text/matrix.ts'
import type { StepReader } from './define-step.ts'
import { readActionKind, readToolName, readToolsOf } from './read-tool-name.ts'

/** Name of the tool that a scenario's own module is. */
const UNTRUSTED_TOOL = 'untrusted_tool'

/** Hold the arguments of a Pi tool against its schema, and against that of what it hands on. */
export function checkCall(tool: string, args: Json, at: Path, reader: StepReader): void {
  checkInput(reader.catalogue.inputOf('pi', tool), args, undefined, at, reader)
  checkInner(tool, args, at, reader)
}

/** Hold what a Pi tool hands on to an action or a query against that one's schema. */
function checkInner(tool: string, args: Json, at: Path, reader: StepReader): void {
  const { catalogue } = reader
  const { kind, query, params = {} } = (args ?? {}) as Readonly<Record<string, Json>>
  // What an untrusted tool takes its registration says.
  const isForeign = [kind, query].some((name) => String(name).startsWith(UNTRUSTED_TOOL))
  if (params === null || typeof params !== 'object' || isForeign) return
  const inner = [...at, 'params']
  if (tool === 'preview_action' && kind !== undefined) {
    const action = readActionKind(catalogue.nameOf('action', String(kind)), at, reader)
    checkInput(catalogue.inputOf('action', action), params, undefined, inner, reader)
  }
  if (tool === 'query_state' && query !== undefined) {
    const own = ACTION_QUERIES.get(String(query))
    const name = catalogue.nameOf('query', String(query))
    const input = own
      ? own.input
      : catalogue.inputOf('tool', readToolName(name, at, 'query', readToolsOf(catalogue), reader))
    checkInput(input, params, undefined, inner, reader)
  }
}
