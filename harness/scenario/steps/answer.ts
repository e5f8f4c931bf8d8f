import { PI_TOOL_NAMES } from '../../../tools/agent/pi-tool.ts'
import type { Json } from '../../../tools/core/json.ts'
import { Type } from '../../../tools/core/schema.ts'
import { closed, optional, text } from '../schema-words.ts'
import { checkCall } from '../step/check-call.ts'
import { defineStep } from '../step/define-step.ts'

const PI_TOOLS: ReadonlySet<string> = new Set(PI_TOOL_NAMES)

/** The model answers with several calls at once. */
export const ANSWER = defineStep({
  kind: 'answer',
  schema: Type.Array(
    Type.Object(
      {
        tool: text('name of a tool, whether it exists or not'),
        args: optional(Type.Unknown({ description: 'arguments, passed as they are; default none' })),
      },
      closed,
    ),
    {
      minItems: 1,
      description:
        'calls that a model makes in one answer, whatever they are; the step ends as the last of them, and data.codes says how each did, e.g. [{ tool: bash, args: { command: id } }]',
    },
  ),
  traits: ['of-the-agent', 'of-the-model', 'takes-input'],
  read(written, path, reader) {
    const calls = written.map(({ tool, args = {} }) => ({ name: tool, args: args as Json }))
    // What no tool takes has no shape to be held against.
    for (const [index, { name, args }] of calls.entries()) {
      if (PI_TOOLS.has(name)) checkCall(name, args, [...path, index, 'args'], reader)
    }
    return { calls }
  },
  async run({ calls }, { stage, fill }) {
    return {
      observation: await stage.agent.answer(calls.map(({ name, args }) => ({ name, args: fill(args) }))),
    }
  },
  title: ({ calls }) => `answer with ${calls.map(({ name }) => name).join(', ')}`,
})
