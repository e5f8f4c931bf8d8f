import { type Address, getAddress, zeroAddress } from 'viem'
import { chainsOf } from '../../core/base.ts'
import { AddressSchema, BaseUnitsSchema, HashSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { describeWindow, readWindow, WINDOW_OUTPUT, WINDOW_PARAMETERS } from '../../kit/log-window.ts'
import { poolManagerAbi } from './abi.ts'
import { BASE } from './base.ts'
import { PermissionSchema, permissionsOf } from './hook.ts'
import { DYNAMIC_FEE, readPoolStates, toPoolId } from './pool.ts'

/** Most pools whose liquidity is read; the newest count. */
const MOST_POOLS = 100

/** Find V4 pools that use hooks, grouped by hook. */
export const TOOL_DEF = defineReadTool({
  name: 'hook_discover',
  description:
    'Find Uniswap V4 pools with hooks that were initialised in a range of blocks, grouped by hook.',
  category: 'hook',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['logs', 'state'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'hook_discover finds the Uniswap V4 pools with hooks that were initialised in a range of blocks, grouped by hook, with permissions, fee and liquidity in range of each.',
  promptGuidelines: [
    'Anybody may open a pool with any hook: being listed says nothing of being safe.',
    'Go on with the block before fromBlock to look further back.',
  ],
  supportedChains: chainsOf(BASE),
  input: Type.Object(WINDOW_PARAMETERS, { additionalProperties: false }),
  output: Type.Object({
    ...WINDOW_OUTPUT,
    /** Pools with hooks in these blocks; the newest of them are described. */
    totalFound: Type.Integer(),
    hooks: Type.Array(
      Type.Object({
        hook: AddressSchema,
        permissions: Type.Array(PermissionSchema),
        pools: Type.Array(
          Type.Object({
            poolId: HashSchema,
            currency0: AddressSchema,
            currency1: AddressSchema,
            feeTier: Type.Integer(),
            isDynamicFee: Type.Boolean(),
            tickSpacing: Type.Integer(),
            liquidity: BaseUnitsSchema,
          }),
        ),
      }),
    ),
  }),
  errorCodes: ['PROTOCOL_NOT_DEPLOYED'],
  async read(params, ctx) {
    ctx.step('logs')
    const window = await readWindow(ctx, params)
    const logs = await ctx.chain.getContractEvents({
      address: BASE.on(ctx.book).poolManager,
      abi: poolManagerAbi,
      eventName: 'Initialize',
      ...window,
      strict: true,
    })
    const keys = logs.map(({ args }) => args).filter(({ hooks }) => hooks !== zeroAddress)
    const pools = keys.slice(-MOST_POOLS).map((key) => ({ id: toPoolId(key), key }))
    ctx.step('state')
    const states = pools.length === 0 ? [] : await readPoolStates(ctx, pools)
    const described = pools.map(({ id, key }, index) => ({
      hook: key.hooks,
      pool: {
        poolId: id,
        currency0: key.currency0,
        currency1: key.currency1,
        feeTier: key.fee,
        isDynamicFee: key.fee === DYNAMIC_FEE,
        tickSpacing: key.tickSpacing,
        liquidity: (states[index]?.liquidity ?? 0n).toString(),
      },
    }))
    return {
      ...describeWindow(window),
      totalFound: keys.length,
      hooks: [...Map.groupBy(described, ({ hook }): Address => getAddress(hook))].map(([hook, found]) => ({
        hook,
        permissions: [...permissionsOf(hook)],
        pools: found.map(({ pool }) => pool),
      })),
    }
  },
})
