import type { Json } from '../../../tools/core/json.ts'
import { Type } from '../../../tools/core/schema.ts'
import { createGatewayBench } from '../../gateway/gateway-bench.ts'
import { unobserved } from '../../oracle/observer.ts'
import { closed, optional, text } from '../schema-words.ts'
import { defineStep } from '../step/define-step.ts'

/** The model of a gateway's agent calls a tool. */
export const PLUGIN = defineStep({
  kind: 'plugin',
  schema: Type.Object(
    {
      tool: text('name of a tool, whether it exists or not'),
      args: optional(Type.Unknown({ description: 'arguments, passed as they are; default none' })),
    },
    {
      ...closed,
      description:
        "the model of the gateway's agent calls a tool, e.g. { tool: note_add, args: { text: x } }; data.offered names the tools in its context, data.lines is the result there",
    },
  ),
  traits: ['one-chain', 'alone'],
  read: ({ tool, args = {} }) => ({ tool, args: args as Json }),
  applies: async (_, stage) => stage.companions.has('gateway'),
  async run({ tool, args }, { stage }) {
    const bench = stage.companions.open('gateway', createGatewayBench)
    return { observation: unobserved(await bench.call(tool, args)) }
  },
  lacks: (_, { before }) =>
    before.some(({ kind }) => kind === 'gateway')
      ? undefined
      : { message: 'there is no gateway', hint: 'start one in a step before: gateway: { plugins: … }' },
  title: ({ tool }) => `the model of the gateway calls ${tool}`,
})
