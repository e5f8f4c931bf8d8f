import type { Hex } from 'viem'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { TokenSchema, Type } from '../../core/schema.ts'
import { resolveErc20 } from '../../core/tokens.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { describeWindow, readWindow, WINDOW_OUTPUT, WINDOW_PARAMETERS } from '../../kit/log-window.ts'
import { vaultAbi } from './abi.ts'
import { BASE, listKnownPools } from './base.ts'
import { CHAINS } from './chains.ts'
import { describeHoldings, describePool, findPools, HOLDINGS_OUTPUT, POOL_OUTPUT } from './pool.ts'

/** List the pools that are known, and those that were registered in a range of blocks. */
export const TOOL_DEF = defineReadTool({
  name: 'balancer_list_pools',
  description: 'List Balancer V2 pools, by a token of theirs where one is named.',
  category: 'data',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['logs', 'pools'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'balancer_list_pools lists the Balancer V2 pools that are known and those that were registered in a range of blocks, with what they hold.',
  promptGuidelines: [
    'Anyone registers pools: one that is not listed needs the owner before anything goes in.',
  ],
  supportedChains: CHAINS,
  leadsTo: [
    {
      tool: 'balancer_get_pool_info',
      probability: 0.5,
      derive: (_params, answer) => {
        const [pool] = (answer as { pools?: readonly { poolId: Hex }[] }).pools ?? []
        return pool === undefined ? [] : [{ poolId: pool.poolId }]
      },
    },
  ],
  input: Type.Object(
    {
      token: Type.Optional(TokenSchema),
      ...WINDOW_PARAMETERS,
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 20, description: 'most pools of the logs, 10 by default' }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    ...WINDOW_OUTPUT,
    /** Pools that were registered in these blocks, whatever they hold. */
    totalRegistered: Type.Integer(),
    /** Those that are known first, then the newest. */
    pools: Type.Array(Type.Object({ ...POOL_OUTPUT, ...HOLDINGS_OUTPUT })),
  }),
  errorCodes: ['PROTOCOL_NOT_DEPLOYED', 'UNKNOWN_TOKEN'],
  async read({ token: named, limit = 10, ...params }, ctx) {
    const { vault: address } = BASE.on(ctx.book)
    const token = named === undefined ? undefined : await resolveErc20(ctx, named)
    ctx.step('logs')
    const window = await readWindow(ctx, params)
    const vault = { address, abi: vaultAbi, ...window, strict: true } as const
    const [registered, filled] = await Promise.all([
      ctx.chain.getContractEvents({ ...vault, eventName: 'PoolRegistered' }),
      // Pools register their tokens when they are made.
      token && ctx.chain.getContractEvents({ ...vault, eventName: 'TokensRegistered' }),
    ])
    const holding = new Set(
      filled?.flatMap(({ args }) =>
        args.tokens.some((held) => token && isAddressEqual(held, token.address)) ? [args.poolId] : [],
      ),
    )
    const known = listKnownPools(ctx.book).map(({ id }) => id)
    const newest = registered
      .map(({ args }) => args.poolId)
      .filter((id) => !known.includes(id) && (token === undefined || holding.has(id)))
    ctx.step('pools')
    const pools = await findPools(ctx, [...known, ...newest.slice(-limit).reverse()])
    return {
      ...describeWindow(window),
      totalRegistered: registered.length,
      pools: pools.flatMap((pool) => {
        const holds = pool?.tokens.some((held) => token && isAddressEqual(held.address, token.address))
        if (pool === undefined || (token !== undefined && !holds)) return []
        return [{ ...describePool(pool), ...describeHoldings(pool) }]
      }),
    }
  },
})
