import { chainsOf } from '../../core/base.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { AddressSchema, FeeTierSchema, HashSchema, TokenSchema, Type } from '../../core/schema.ts'
import { resolveErc20 } from '../../core/tokens.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { describeWindow, readWindow, WINDOW_OUTPUT, WINDOW_PARAMETERS } from '../../kit/log-window.ts'
import { factoryAbi } from './abi.ts'
import { BASE } from './base.ts'

/** List V3 pools by token, fee tier and when they were created. */
export const TOOL_DEF = defineReadTool({
  name: 'uniswap_list_pools',
  description: 'List Uniswap V3 pools by token, fee tier and when they were created.',
  category: 'data',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['logs'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'uniswap_list_pools finds Uniswap V3 pools by when they were created, with a token or a fee tier if one is named: the way to pools whose pair nobody told.',
  promptGuidelines: [
    'Pools of a known pair come cheaper from uniswap_get_pools_by_token_pair.',
    'Anyone may create a pool: what is listed here is not thereby safe to trade in.',
  ],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    {
      token: Type.Optional(TokenSchema),
      feeTier: Type.Optional(FeeTierSchema),
      ...WINDOW_PARAMETERS,
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 200, description: 'most pools, 50 by default' }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    ...WINDOW_OUTPUT,
    totalFound: Type.Integer(),
    /** In the order of their creation, the newest last. */
    pools: Type.Array(
      Type.Object({
        pool: AddressSchema,
        token0: AddressSchema,
        token1: AddressSchema,
        feeTier: Type.Integer(),
        tickSpacing: Type.Integer(),
        blockNumber: Type.String(),
        transactionHash: HashSchema,
      }),
    ),
  }),
  errorCodes: ['UNKNOWN_TOKEN', 'PROTOCOL_NOT_DEPLOYED'],
  async read({ token: reference, feeTier, limit = 50, ...params }, ctx) {
    const { factory } = BASE.on(ctx.book)
    const token = reference === undefined ? undefined : await resolveErc20(ctx, reference)
    ctx.step('logs')
    const window = await readWindow(ctx, params)
    const logs = await ctx.chain.getContractEvents({
      address: factory,
      abi: factoryAbi,
      eventName: 'PoolCreated',
      args: feeTier === undefined ? {} : { fee: feeTier },
      ...window,
      strict: true,
    })
    // A topic filter cannot say "either token".
    const found = logs.filter(
      ({ args: { token0, token1 } }) =>
        token === undefined || [token0, token1].some((member) => isAddressEqual(member, token.address)),
    )
    return {
      ...describeWindow(window),
      totalFound: found.length,
      pools: found.slice(-limit).map(({ blockNumber, transactionHash, args }) => ({
        pool: args.pool,
        token0: args.token0,
        token1: args.token1,
        feeTier: args.fee,
        tickSpacing: args.tickSpacing,
        blockNumber: blockNumber.toString(),
        transactionHash,
      })),
    }
  },
})
