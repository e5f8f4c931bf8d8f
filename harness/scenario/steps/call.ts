import { PI_TOOL_NAMES } from '../../../tools/agent/pi-tool.ts'
import type { Json } from '../../../tools/core/json.ts'
import { Type } from '../../../tools/core/schema.ts'
import { checkInput } from '../read/check-input.ts'
import { closed, named, optional } from '../schema-words.ts'
import { defineStep, type StepReader } from '../step/define-step.ts'
import { readActionKind, readToolName, readToolsOf } from '../step/read-tool-name.ts'
import type { Path } from '../text/matrix.ts'

/** Name of the tool that a scenario's own module is. */
const UNTRUSTED_TOOL = 'untrusted_tool'

/** A Pi tool is called as a model would call it. */
export const CALL = defineStep({
  kind: 'call',
  schema: Type.Object(
    {
      tool: named(PI_TOOL_NAMES, 'one of the 8 Pi tools'),
      args: optional(Type.Unknown({ description: 'arguments, passed as they are' })),
    },
    { ...closed, description: 'call a Pi tool as a model would, e.g. { tool: commit_action, args: {} }' },
  ),
  traits: ['of-the-agent', 'takes-input'],
  read(members, path, reader) {
    const tool = reader.choose([...path, 'tool'], 'Pi tool', members.tool, PI_TOOL_NAMES)
    const args = (members.args ?? {}) as Json
    const at = [...path, 'args']
    checkInput(reader.catalogue.inputOf('pi', tool), args, undefined, at, reader)
    checkInner(tool, args, at, reader)
    return { tool, args }
  },
  run: async ({ tool, args }, { stage, fill }) => ({ observation: await stage.agent.call(tool, fill(args)) }),
  title: ({ tool }) => `call ${tool}`,
})

/** Hold what a Pi tool hands on to an action or a query against that one's schema. */
function checkInner(tool: string, args: Json, at: Path, reader: StepReader): void {
  const { catalogue } = reader
  const { kind, query, params = {} } = args as Readonly<Record<string, Json>>
  // What an untrusted tool takes its registration says.
  const isForeign = [kind, query].some((name) => String(name).startsWith(UNTRUSTED_TOOL))
  if (params === null || typeof params !== 'object' || isForeign) return
  const inner = [...at, 'params']
  if (tool === 'preview_action' && kind !== undefined) {
    const action = readActionKind(kind, at, reader)
    checkInput(catalogue.inputOf('action', action), params, undefined, inner, reader)
  }
  if (tool === 'query_state' && query !== undefined) {
    const name = readToolName(query, at, 'query', readToolsOf(catalogue), reader)
    checkInput(catalogue.inputOf('tool', name), params, undefined, inner, reader)
  }
}
