import type { Address } from 'viem'
import { chainsOf } from '../../core/base.ts'
import { ToolError } from '../../core/errors.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { AddressSchema, Type } from '../../core/schema.ts'
import { findToken } from '../../core/tokens.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { inOneCall } from '../../kit/in-one-call.ts'
import { readOwner } from '../../kit/position-owner.ts'
import { judgePrices, listFeeds, NO_STATE, renderMicroUsd, valueMicroUsd } from '../../kit/usd-price.ts'
import { positionManagerAbi } from './abi.ts'
import { BASE } from './base.ts'
import { describePosition, POSITION_OUTPUT } from './describe-position.ts'
import { readPositions, type ValuedPosition, valuePositions } from './position.ts'

/** Most positions of an owner among which open ones are looked for. */
const MOST_LOOKED_AT = 200

/** List an owner's V3 position NFTs with value and range status. */
export const TOOL_DEF = defineReadTool({
  name: 'uniswap_list_positions',
  description: "List an owner's Uniswap V3 position NFTs with value and range status.",
  category: 'lp',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['ids', 'positions', 'pools'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'uniswap_list_positions lists the Uniswap V3 positions that an account owns, the own one by default, with range status, token amounts, uncollected fees and value.',
  promptGuidelines: ['Emptied positions are listed too unless openOnly is set; they can be burned.'],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    {
      owner: Type.Optional(AddressSchema),
      openOnly: Type.Optional(Type.Boolean({ description: 'leave out positions without liquidity' })),
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 100, description: 'most positions, 25 by default' }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    owner: AddressSchema,
    totalOwned: Type.Integer(),
    positions: Type.Array(
      Type.Object({
        ...POSITION_OUTPUT,
        /** Liquidity and fees; null when a token has no usable price feed. */
        valueUsd: Type.Union([Type.String(), Type.Null()]),
        /** Whether a price of it is older than its feed's heartbeat allows. */
        isPriceStale: Type.Boolean(),
      }),
    ),
  }),
  errorCodes: ['PROTOCOL_NOT_DEPLOYED', 'CHAIN_READ_FAILED'],
  async read({ owner: namedOwner, openOnly = false, limit = 25 }, ctx) {
    const owner = readOwner(ctx, namedOwner)
    const { positionManager: address } = BASE.on(ctx.book)
    const manager = { address, abi: positionManagerAbi } as const
    ctx.step('ids')
    const most = openOnly ? MOST_LOOKED_AT : limit
    // Ids are asked for before it is known how many there are: what is beyond the last one just fails.
    const results = await ctx.chain.multicall({
      ...inOneCall(ctx.book),
      contracts: [
        ...Array.from(
          { length: most },
          (_, index) =>
            ({ ...manager, functionName: 'tokenOfOwnerByIndex', args: [owner, BigInt(index)] }) as const,
        ),
        ...[{ ...manager, functionName: 'balanceOf', args: [owner] } as const],
      ],
    })
    const owned = results[most]?.result
    if (owned === undefined) {
      const reason = 'it does not say how many positions the account owns'
      throw new ToolError('CHAIN_READ_FAILED', { subject: 'the position manager', reason })
    }
    const totalOwned = Number(owned)
    const ids = results.slice(0, most).flatMap(({ result }) => (result === undefined ? [] : [result]))
    ctx.step('positions')
    const found = (await readPositions(ctx, ids)).filter((position) => position !== undefined)
    const wanted = (openOnly ? found.filter(({ liquidity }) => liquidity > 0n) : found).slice(0, limit)
    const tokens = [...new Set(wanted.flatMap(({ token0, token1 }) => [token0, token1]))].flatMap(
      (token) => findToken(ctx.book, token) ?? [],
    )
    ctx.step('pools')
    const [valued, state] = await Promise.all([
      valuePositions(ctx, wanted),
      ctx.chain.readState({ ...NO_STATE, feeds: listFeeds(tokens) }),
    ])
    const verdicts = judgePrices(tokens, state)
    const valueToken = (address: Address, amountBaseUnits: bigint) => {
      const index = tokens.findIndex((token) => isAddressEqual(token.address, address))
      const price = verdicts[index]?.price
      return {
        microUsd: price && valueMicroUsd(amountBaseUnits, tokens[index]?.decimals ?? 0, price),
        isStale: price?.isStale ?? false,
      }
    }
    const describeValue = ({ token0, token1, amounts, collectable }: ValuedPosition) => {
      const first = valueToken(token0, amounts.amount0 + collectable.amount0)
      const second = valueToken(token1, amounts.amount1 + collectable.amount1)
      return {
        valueUsd:
          first.microUsd === undefined || second.microUsd === undefined
            ? null
            : renderMicroUsd(first.microUsd + second.microUsd),
        isPriceStale: first.isStale || second.isStale,
      }
    }
    return {
      owner,
      totalOwned,
      positions: valued.map((position) => ({ ...describePosition(position), ...describeValue(position) })),
    }
  },
})
