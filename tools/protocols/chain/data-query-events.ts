import { getAddress } from 'viem'
import { ToolError } from '../../core/errors.ts'
import { toJson } from '../../core/json.ts'
import { AddressSchema, HashSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { parseFragment } from '../../kit/abi-arguments.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { PLACE_PATTERN, type Place, parsePlace, renderPlace } from '../../kit/log-page.ts'
import { EVENT_PARAMETERS, parseFilter } from './event-filter.ts'

/** Widest block range of one query; public providers refuse more. */
const MAX_RANGE_BLOCKS = 10_000n

/** Range when the caller gives none. */
const DEFAULT_RANGE_BLOCKS = 1_000n

const BlockNumber = Type.String({ pattern: '^[0-9]{1,15}$', description: 'block number as a decimal string' })

/** Query decoded logs of one contract and event over a block range with topic filters. */
export const TOOL_DEF = defineReadTool({
  name: 'data_query_events',
  description: 'Query decoded logs of one contract and event over a block range with topic filters.',
  category: 'data',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['read', 'decode'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'data_query_events lists decoded logs of one event of a contract over a block range, filtered by indexed arguments; give the event as a human-readable fragment.',
  promptGuidelines: [
    'Keep the range small; the newest logs come last.',
    'A cursor leads to what is earlier: give it back with the fromBlock of the answer.',
  ],
  supportedChains: EVM_CHAINS,
  input: Type.Object(
    {
      contract: AddressSchema,
      ...EVENT_PARAMETERS,
      fromBlock: Type.Optional(BlockNumber),
      toBlock: Type.Optional(BlockNumber),
      cursor: Type.Optional(
        Type.String({
          pattern: `^${PLACE_PATTERN}$`,
          description: 'cursor of the page before; what is earlier than it, in place of toBlock',
        }),
      ),
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 500, description: 'most logs, 100 by default' }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    fromBlock: Type.String(),
    toBlock: Type.String(),
    events: Type.Array(
      Type.Object({
        blockNumber: Type.String(),
        transactionHash: HashSchema,
        logIndex: Type.Integer(),
        args: Type.Unknown(),
      }),
    ),
    /** Logs of the range up to the cursor. */
    totalFound: Type.Integer(),
    /** Leads to the earlier logs of the range; null where none is left. */
    cursor: Type.Union([Type.String(), Type.Null()]),
  }),
  errorCodes: ['INVALID_PARAMS'],
  async read(params, ctx) {
    const event = parseFragment(params.event, 'event', '/event')
    const args = parseFilter(event, params.filter ?? {})
    const limit = params.limit ?? 100
    ctx.step('read')
    const headNumber = await ctx.chain.getBlockNumber()
    const before = params.cursor === undefined ? undefined : parsePlace(params.cursor)
    const wanted = before?.blockNumber ?? BigInt(params.toBlock ?? headNumber)
    const toBlock = wanted < headNumber ? wanted : headNumber
    const earliest = toBlock > DEFAULT_RANGE_BLOCKS ? toBlock - DEFAULT_RANGE_BLOCKS : 0n
    const fromBlock = params.fromBlock === undefined ? earliest : BigInt(params.fromBlock)
    if (fromBlock > toBlock || toBlock - fromBlock > MAX_RANGE_BLOCKS) {
      throw new ToolError('INVALID_PARAMS', {
        path: '/fromBlock',
        problem: `range ${fromBlock} to ${toBlock} must be ascending and at most ${MAX_RANGE_BLOCKS} blocks`,
      })
    }
    const found = await ctx.chain.getLogs({
      address: getAddress(params.contract),
      event,
      args: args as never,
      fromBlock,
      toBlock,
    })
    const logs = found.filter((log) => isBefore(log, before))
    const page = logs.slice(-limit)
    const [first] = page
    ctx.step('decode')
    return {
      fromBlock: fromBlock.toString(),
      toBlock: toBlock.toString(),
      events: page.map((log) => ({
        blockNumber: log.blockNumber.toString(),
        transactionHash: log.transactionHash,
        logIndex: log.logIndex,
        args: toJson(log.args),
      })),
      totalFound: logs.length,
      cursor:
        first === undefined || page.length === logs.length
          ? null
          : renderPlace({ blockNumber: first.blockNumber, index: first.logIndex }),
    }
  },
})

/** Whether a log is earlier than where the page before began. */
const isBefore = (
  { blockNumber, logIndex }: { readonly blockNumber: bigint; readonly logIndex: number },
  place: Place | undefined,
): boolean => place?.index === undefined || blockNumber !== place.blockNumber || logIndex < place.index
