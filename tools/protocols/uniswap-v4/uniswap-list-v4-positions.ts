import { chainsOf } from '../../core/base.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { AddressSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { describeWindow, readWindow, WINDOW_OUTPUT, WINDOW_PARAMETERS } from '../../kit/log-window.ts'
import { readOwner } from '../../kit/position-owner.ts'
import { positionManagerAbi } from './abi.ts'
import { BASE } from './base.ts'
import {
  describePosition,
  findPositions,
  isReadable,
  POSITION_OUTPUT,
  PositionIdSchema,
  valuePositions,
} from './position.ts'

/** List an owner's V4 positions, found from logs. */
export const TOOL_DEF = defineReadTool({
  name: 'uniswap_list_v4_positions',
  description: "List an owner's Uniswap V4 positions that it came to in a range of blocks.",
  category: 'lp',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['logs', 'positions', 'pools'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'uniswap_list_v4_positions lists the Uniswap V4 positions that an account came to in a range of blocks and still owns, with pool, range, token amounts and uncollected fees.',
  promptGuidelines: [
    'The contract keeps no list: go on with the block before fromBlock until as many as owned are found.',
  ],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    {
      owner: Type.Optional(AddressSchema),
      openOnly: Type.Optional(Type.Boolean({ description: 'leave out positions without liquidity' })),
      limit: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 50,
          description: 'most positions, the newest first, 25 by default',
        }),
      ),
      ...WINDOW_PARAMETERS,
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    owner: AddressSchema,
    ...WINDOW_OUTPUT,
    totalOwned: Type.Integer(),
    positions: Type.Array(Type.Object(POSITION_OUTPUT)),
    /** Those whose tokens do not say what they are. */
    unread: Type.Array(PositionIdSchema),
  }),
  errorCodes: ['CHAIN_READ_FAILED', 'PROTOCOL_NOT_DEPLOYED'],
  async read({ owner: named, openOnly = false, limit = 25, ...range }, ctx) {
    const owner = readOwner(ctx, named)
    const manager = { address: BASE.on(ctx.book).positionManager, abi: positionManagerAbi } as const
    ctx.step('logs')
    const window = await readWindow(ctx, range)
    const [logs, owned] = await Promise.all([
      ctx.chain.getContractEvents({
        ...manager,
        eventName: 'Transfer',
        args: { to: owner },
        ...window,
        strict: true,
      }),
      ctx.chain.readContract({ ...manager, functionName: 'balanceOf', args: [owner] }),
    ])
    const ids = [...new Set(logs.map(({ args }) => args.tokenId).reverse())]
    const answer = { owner, ...describeWindow(window), totalOwned: Number(owned) }
    ctx.step('positions')
    const found = ids.length === 0 ? [] : await findPositions(ctx, ids)
    const own = found.flatMap((position) =>
      position !== undefined && isAddressEqual(position.owner, owner) ? [position] : [],
    )
    const readable = own.filter(isReadable)
    ctx.step('pools')
    const valued = readable.length === 0 ? [] : await valuePositions(ctx, readable)
    const wanted = openOnly ? valued.filter(({ liquidity }) => liquidity > 0n) : valued
    return {
      ...answer,
      positions: wanted.slice(0, limit).map(describePosition),
      unread: own.flatMap((position) => (isReadable(position) ? [] : [position.id.toString()])),
    }
  },
})
