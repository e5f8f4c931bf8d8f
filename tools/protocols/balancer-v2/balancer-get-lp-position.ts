import { getAddress, type Hex } from 'viem'
import { AddressSchema, BaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { inOneCall } from '../../kit/in-one-call.ts'
import { poolAbi } from './abi.ts'
import { listKnownPools } from './base.ts'
import { CHAINS } from './chains.ts'
import {
  addressOf,
  describePool,
  findPools,
  POOL_ERROR_CODES,
  POOL_OUTPUT,
  PoolIdSchema,
  readPool,
} from './pool.ts'

const MILLION = 1_000_000n

/** Read what shares of pools an account has. */
export const TOOL_DEF = defineReadTool({
  name: 'balancer_get_lp_position',
  description: "Read an account's shares of Balancer V2 pools and the part of the tokens that they are.",
  category: 'lp',
  riskTier: 'layer1',
  tickBudget: 'fast',
  progressSteps: ['shares', 'pools'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'balancer_get_lp_position reads the shares (BPT) that an account has of one Balancer V2 pool, or of all known ones, with the part of each token that they are.',
  promptGuidelines: [
    "The part is that of the pool's balances now, before fees of leaving into one token; balancer_quote_exit says what leaving pays.",
  ],
  supportedChains: CHAINS,
  leadsTo: [
    {
      tool: 'balancer_quote_exit',
      probability: 0.5,
      derive: (_params, answer) => {
        const [held] =
          (answer as { positions?: readonly { poolId: Hex; sharesBaseUnits: string }[] }).positions ?? []
        return held === undefined || held.sharesBaseUnits === '0'
          ? []
          : [{ poolId: held.poolId, sharesBaseUnits: held.sharesBaseUnits }]
      },
    },
  ],
  input: Type.Object(
    { account: Type.Optional(AddressSchema), poolId: Type.Optional(PoolIdSchema) },
    { additionalProperties: false },
  ),
  output: Type.Object({
    account: AddressSchema,
    /** The pool that was named; without one those of which there is something. */
    positions: Type.Array(
      Type.Object({
        ...POOL_OUTPUT,
        sharesBaseUnits: BaseUnitsSchema,
        /** Of all shares, rounded down. */
        shareMillionths: Type.Integer(),
        tokens: Type.Array(
          Type.Object({
            token: AddressSchema,
            symbol: Type.Union([Type.String(), Type.Null()]),
            amountBaseUnits: BaseUnitsSchema,
          }),
        ),
      }),
    ),
  }),
  errorCodes: POOL_ERROR_CODES,
  async read({ account: named, poolId }, ctx) {
    const account = getAddress(named ?? ctx.account)
    const ids = poolId === undefined ? listKnownPools(ctx.book).map(({ id }) => id) : [poolId]
    ctx.step('shares')
    const [pools, shares] = await Promise.all([
      poolId === undefined ? findPools(ctx, ids) : readPool(ctx, poolId).then((pool) => [pool]),
      ctx.chain.multicall({
        ...inOneCall(ctx.book),
        contracts: ids.map(
          (id) =>
            ({ address: addressOf(id), abi: poolAbi, functionName: 'balanceOf', args: [account] }) as const,
        ),
      }),
    ])
    ctx.step('pools')
    return {
      account,
      positions: pools.flatMap((pool, index) => {
        const held = shares[index]?.result ?? 0n
        if (pool === undefined || (held === 0n && poolId === undefined)) return []
        const partOf = (whole: bigint) => (pool.supply ? (whole * held) / pool.supply : 0n)
        return [
          {
            ...describePool(pool),
            sharesBaseUnits: held.toString(),
            shareMillionths: Number(partOf(MILLION)),
            tokens: pool.tokens.map(({ address: token, symbol, balance }) => ({
              token,
              symbol: symbol ?? null,
              amountBaseUnits: partOf(balance).toString(),
            })),
          },
        ]
      }),
    }
  },
})
