import { getAddress } from 'viem'
import { ToolError } from '../../core/errors.ts'
import { AddressSchema, HashSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { parseFragment } from '../../kit/abi-arguments.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import type { LogWindow } from '../../kit/log-window.ts'
import { READABLE_LOG, readLog } from '../../kit/read-log.ts'
import { readStream, STREAM_OUTPUT, STREAM_PARAMETERS } from '../../kit/stream.ts'
import { EVENT_PARAMETERS, parseFilter } from './event-filter.ts'

const { emitterLabel: _, ...DECODED } = READABLE_LOG

/** Read what a contract announced since a cursor. */
export const TOOL_DEF = defineReadTool({
  name: 'stream_subscribe_contract_events',
  description: 'Read decoded logs of a contract, of one event or of all, since a cursor.',
  category: 'streaming',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['read'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'stream_subscribe_contract_events gives what one contract announced since the last time it was asked, decoded; all of its events, or one by its fragment.',
  promptGuidelines: ['Keep the cursor of the answer and give it back unchanged the next time.'],
  supportedChains: EVM_CHAINS,
  input: Type.Object(
    {
      contract: AddressSchema,
      event: Type.Optional(EVENT_PARAMETERS.event),
      filter: EVENT_PARAMETERS.filter,
      ...STREAM_PARAMETERS,
      blocks: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 10_000,
          description: 'without a cursor: blocks to look back, none by default',
        }),
      ),
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 200, description: 'most events, 50 by default' }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    contract: AddressSchema,
    label: Type.Union([Type.String(), Type.Null()]),
    ...STREAM_OUTPUT,
    events: Type.Array(
      Type.Object({
        blockNumber: Type.String(),
        transactionHash: HashSchema,
        logIndex: Type.Integer(),
        ...DECODED,
      }),
    ),
  }),
  errorCodes: ['INVALID_PARAMS'],
  async read({ contract, event: fragment, filter, ...request }, ctx) {
    const address = getAddress(contract)
    if (filter !== undefined && fragment === undefined) {
      throw new ToolError('INVALID_PARAMS', { path: '/filter', problem: 'needs the event that it filters' })
    }
    const event = fragment === undefined ? undefined : parseFragment(fragment, 'event', '/event')
    const args = event && parseFilter(event, filter ?? {})
    ctx.step('read')
    const { entries, stream } = await readStream(ctx, request, (range: LogWindow) =>
      event === undefined
        ? ctx.chain.getLogs({ address, ...range })
        : ctx.chain.getLogs({ address, event, args: args as never, ...range }),
    )
    // An event that the caller names is read by its own fragment.
    const { book, interfaces } = ctx
    const named = event && [{ protocol: 'caller', abi: [event], isCertain: false }]
    const reading = { book, interfaces: named ? { ...interfaces, listCandidates: () => named } : interfaces }
    return {
      contract: address,
      label: readLog(reading, { address, topics: [], data: '0x' }).emitterLabel,
      ...stream,
      events: entries.map((log) => {
        const { emitter: _emitter, emitterLabel: _label, args: values, raw, ...read } = readLog(reading, log)
        return {
          blockNumber: log.blockNumber.toString(),
          transactionHash: log.transactionHash,
          logIndex: log.logIndex,
          ...read,
          args: [...values],
          raw: raw && { ...raw, topics: [...raw.topics] },
        }
      }),
    }
  },
})
