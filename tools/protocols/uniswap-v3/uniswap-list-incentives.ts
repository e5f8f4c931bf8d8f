import { chainsOf } from '../../core/base.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { AddressSchema, BaseUnitsSchema, HashSchema, TokenSchema, Type } from '../../core/schema.ts'
import { resolveErc20 } from '../../core/tokens.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { inOneCall } from '../../kit/in-one-call.ts'
import { describeWindow, readWindow, WINDOW_OUTPUT, WINDOW_PARAMETERS } from '../../kit/log-window.ts'
import { stakerAbi } from './abi.ts'
import { BASE } from './base.ts'
import { POOL_PARAMETERS, resolvePool } from './pool.ts'
import { describeKey, type IncentiveKey, incentiveIdOf } from './staker.ts'

/** List incentives of the staker by pool and reward, with what is left of them. */
export const TOOL_DEF = defineReadTool({
  name: 'uniswap_list_incentives',
  description: 'List liquidity-mining incentives of the Uniswap V3 staker, with reward rate and end.',
  category: 'lp',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['logs', 'incentives'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'uniswap_list_incentives finds the incentives in which Uniswap V3 positions can be staked: reward token, rate, start, end, and how many positions share it.',
  promptGuidelines: [
    'Anyone may create an incentive: look at what its reward token is worth before staking for it.',
    'The whole rate is shared by the liquidity that is in range and staked.',
  ],
  supportedChains: chainsOf(BASE, 'staker'),
  input: Type.Object(
    {
      ...POOL_PARAMETERS,
      rewardToken: Type.Optional(TokenSchema),
      ...WINDOW_PARAMETERS,
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 100, description: 'most incentives, 20 by default' }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    ...WINDOW_OUTPUT,
    totalFound: Type.Integer(),
    /** In the order of their creation, the newest last. */
    incentives: Type.Array(
      Type.Object({
        incentiveId: HashSchema,
        pool: AddressSchema,
        rewardToken: AddressSchema,
        startSeconds: Type.Integer(),
        endSeconds: Type.Integer(),
        refundee: AddressSchema,
        status: Type.Union([Type.Literal('pending'), Type.Literal('running'), Type.Literal('ended')]),
        /** All that was put into it in the blocks looked at. */
        rewardBaseUnits: BaseUnitsSchema,
        /** What no stake has earned yet. */
        unclaimedBaseUnits: BaseUnitsSchema,
        /** The reward over its duration, rounded down. */
        rewardPerDayBaseUnits: BaseUnitsSchema,
        numberOfStakes: Type.Integer(),
      }),
    ),
  }),
  errorCodes: [
    'INVALID_PARAMS',
    'SAME_TOKEN',
    'UNKNOWN_TOKEN',
    'NOT_FOUND',
    'PROTOCOL_NOT_DEPLOYED',
    'CHAIN_READ_FAILED',
  ],
  async read({ pool, tokenA, tokenB, feeTier, rewardToken: reference, limit = 20, ...params }, ctx) {
    const staker = BASE.at(ctx.book, 'staker')
    const isOfPool = [pool, tokenA, tokenB, feeTier].some((given) => given !== undefined)
    ctx.step('logs')
    const [of, reward, window, { timestamp }] = await Promise.all([
      isOfPool ? resolvePool(ctx, { pool, tokenA, tokenB, feeTier }) : undefined,
      reference === undefined ? undefined : resolveErc20(ctx, reference),
      readWindow(ctx, params),
      ctx.chain.getBlock(),
    ])
    const logs = await ctx.chain.getContractEvents({
      address: staker,
      abi: stakerAbi,
      eventName: 'IncentiveCreated',
      args: of ? { pool: of.address } : {},
      ...window,
      strict: true,
    })
    const found = new Map<string, { readonly key: IncentiveKey; readonly reward: bigint }>()
    for (const { args } of logs) {
      const { reward: added, ...key } = args
      if (reward && !isAddressEqual(key.rewardToken, reward.address)) continue
      const id = incentiveIdOf(key)
      found.set(id, { key, reward: (found.get(id)?.reward ?? 0n) + added })
    }
    const listed = [...found].slice(-limit).map(([, entry]) => entry)
    ctx.step('incentives')
    const states = await ctx.chain.multicall({
      ...inOneCall(ctx.book),
      allowFailure: false,
      contracts: listed.map(
        ({ key }) =>
          ({
            address: staker,
            abi: stakerAbi,
            functionName: 'incentives',
            args: [incentiveIdOf(key)],
          }) as const,
      ),
    })
    return {
      ...describeWindow(window),
      totalFound: found.size,
      incentives: listed.map(({ key, reward: rewardBaseUnits }, index) => {
        const [unclaimed = 0n, , numberOfStakes = 0n] = states[index] ?? []
        return {
          incentiveId: incentiveIdOf(key),
          pool: key.pool,
          ...describeKey(key),
          status: statusOf(key, timestamp),
          rewardBaseUnits: rewardBaseUnits.toString(),
          unclaimedBaseUnits: unclaimed.toString(),
          rewardPerDayBaseUnits: ((rewardBaseUnits * DAY) / (key.endTime - key.startTime)).toString(),
          numberOfStakes: Number(numberOfStakes),
        }
      }),
    }
  },
})

const DAY = 86_400n

const statusOf = (
  { startTime, endTime }: IncentiveKey,
  nowSeconds: bigint,
): 'pending' | 'running' | 'ended' =>
  nowSeconds < startTime ? 'pending' : nowSeconds < endTime ? 'running' : 'ended'
