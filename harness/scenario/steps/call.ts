import { PI_TOOL_NAMES } from '../../../tools/agent/pi-tool.ts'
import type { Json } from '../../../tools/core/json.ts'
import { Type } from '../../../tools/core/schema.ts'
import { closed, named, optional } from '../schema-words.ts'
import { checkCall } from '../step/check-call.ts'
import { defineStep } from '../step/define-step.ts'

/** A Pi tool is called as a model would call it. */
export const CALL = defineStep({
  kind: 'call',
  schema: Type.Object(
    {
      tool: named(PI_TOOL_NAMES, 'one of the 8 Pi tools'),
      args: optional(Type.Unknown({ description: 'arguments, passed as they are' })),
    },
    {
      ...closed,
      description:
        'call a Pi tool as a model would, e.g. { tool: commit_action, args: { permitId: "${permit}" } }',
    },
  ),
  traits: ['of-the-agent', 'of-the-model', 'takes-input'],
  read(members, path, reader) {
    const tool = reader.choose([...path, 'tool'], 'Pi tool', members.tool, PI_TOOL_NAMES)
    const args = (members.args ?? {}) as Json
    const at = [...path, 'args']
    checkCall(tool, args, at, reader)
    return { tool, args }
  },
  run: async ({ tool, args }, { stage, fill }) => ({ observation: await stage.agent.call(tool, fill(args)) }),
  title: ({ tool }) => `call ${tool}`,
})
