import { chainsOf } from '../../core/base.ts'
import { BaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { getSqrtRatioAtTick, MAX_TICK, MIN_TICK, meanTickOf } from '../../kit/concentrated-liquidity.ts'
import { inOneCall } from '../../kit/in-one-call.ts'
import { renderPoolPrice, renderRatio } from '../../kit/pool-price.ts'
import { judgePrices, listFeeds, NO_STATE } from '../../kit/usd-price.ts'
import { poolAbi } from './abi.ts'
import { toBps } from './analysis/fixed-point.ts'
import { swapAlong } from './analysis/swap-curve.ts'
import { BASE } from './base.ts'
import {
  describePool,
  listStateReads,
  POOL_OUTPUT,
  POOL_PARAMETERS,
  poolNotFound,
  resolvePool,
  takeStates,
} from './pool.ts'
import { readTicks } from './ticks.ts'

const WINDOW_SECONDS = 1_800
const BLOCK_SECONDS = 12
const DEFAULT_THRESHOLD_BPS = 200
const WORDS_EACH_SIDE = 6
const Q192 = 1n << 192n

const DeviationSchema = Type.Union([Type.Integer(), Type.Null()])

/** Hold a V3 pool's spot price against its time-weighted one and the feeds, and price an attack on both. */
export const TOOL_DEF = defineReadTool({
  name: 'intel_detect_oracle_manipulation',
  description:
    "Hold a Uniswap V3 pool's spot price, TWAP and feeds against each other, with an attack's cost.",
  category: 'intelligence',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['prices', 'ticks'],
  spriteTrigger: 'thinking',
  promptSnippet:
    "intel_detect_oracle_manipulation compares a Uniswap V3 pool's price with its 30 minute mean and the price feeds, flags what lies apart, and tells what pushing it would cost.",
  promptGuidelines: [
    'Spot apart from mean and feeds: do not trade there until it came back.',
    'Mean apart from feeds as well: the pool moved for long, or a feed is wrong.',
    'Where isFeedStale, nothing is held against the feeds: a spot price near its mean proves little.',
  ],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    {
      ...POOL_PARAMETERS,
      thresholdBps: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 9_000,
          description: 'deviation that is flagged, 200 by default',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    ...POOL_OUTPUT,
    /** Whole token1 for one whole token0; the mean is of 1800 s. */
    spotPrice0In1: Type.String(),
    meanPrice0In1: Type.String(),
    feedPrice0In1: Type.Union([Type.String(), Type.Null()]),
    /** Whether a feed of these is older than its heartbeat allows: then it makes nothing suspicious. */
    isFeedStale: Type.Boolean(),
    spotAgainstMeanBps: Type.Integer(),
    spotAgainstFeedBps: DeviationSchema,
    meanAgainstFeedBps: DeviationSchema,
    isSpotSuspicious: Type.Boolean(),
    isMeanSuspicious: Type.Boolean(),
    /** To move the spot price up by the threshold, in token1, and what of it the pool's fee keeps. */
    spotAttackIn1BaseUnits: BaseUnitsSchema,
    spotAttackFeeIn1BaseUnits: BaseUnitsSchema,
    /** To move the mean by the threshold within one block; the reach is false where the ticks that were read end before. */
    meanAttackIn1BaseUnits: BaseUnitsSchema,
    meanAttackFeeIn1BaseUnits: BaseUnitsSchema,
    meanAttackTick: Type.Integer(),
    isMeanAttackWithinReach: Type.Boolean(),
  }),
  errorCodes: [
    'INVALID_PARAMS',
    'SAME_TOKEN',
    'UNKNOWN_TOKEN',
    'NOT_FOUND',
    'POOL_NOT_FOUND',
    'TWAP_UNAVAILABLE',
    'PROTOCOL_NOT_DEPLOYED',
  ],
  async read({ thresholdBps = DEFAULT_THRESHOLD_BPS, ...params }, ctx) {
    const pool = await resolvePool(ctx, params)
    const { token0, token1 } = pool
    const tokens = [token0, token1] as const
    ctx.step('prices')
    const [answers, reading] = await Promise.all([
      ctx.chain.multicall({
        ...inOneCall(ctx.book),
        contracts: [
          ...listStateReads([pool]),
          ...[
            {
              address: pool.address,
              abi: poolAbi,
              functionName: 'observe',
              args: [[WINDOW_SECONDS, 0]],
            } as const,
          ],
        ],
      }),
      ctx.chain.readState({ ...NO_STATE, feeds: listFeeds(tokens) }),
    ])
    const [state] = takeStates(1, answers)
    if (state === undefined) throw poolNotFound(token0, token1, pool.feeTier)
    const observed = answers.at(-1)?.result as readonly [readonly bigint[], unknown] | undefined
    if (observed === undefined) {
      throw BASE.error('TWAP_UNAVAILABLE', { pool: pool.address, found: 0n, expected: WINDOW_SECONDS })
    }
    const meanTick = meanTickOf(observed[0], WINDOW_SECONDS)
    const sqrtMeanX96 = getSqrtRatioAtTick(meanTick)
    const [price0, price1] = judgePrices(tokens, reading).map(({ price }) => price)
    // Base units of token1 for one of token0, as a quotient.
    const feed =
      price0 && price1
        ? {
            above: price0.answer * 10n ** BigInt(price1.decimals + token1.decimals),
            below: price1.answer * 10n ** BigInt(price0.decimals + token0.decimals),
          }
        : undefined
    const against = (sqrtX96: bigint) =>
      feed === undefined ? null : toBps(sqrtX96 ** 2n * feed.below - feed.above * Q192, feed.above * Q192)
    const spotAgainstMeanBps = toBps(state.sqrtPriceX96 ** 2n - sqrtMeanX96 ** 2n, sqrtMeanX96 ** 2n)
    const spotAgainstFeedBps = against(state.sqrtPriceX96)
    const meanAgainstFeedBps = against(sqrtMeanX96)
    const isFeedStale = [price0, price1].some((price) => price?.isStale)
    const isApart = (deviation: number | null) => deviation !== null && Math.abs(deviation) >= thresholdBps
    const isApartFromFeed = (deviation: number | null) => !isFeedStale && isApart(deviation)
    ctx.step('ticks')
    const around = await readTicks(ctx, pool, state, WORDS_EACH_SIDE)
    const curve = { ...state, ...around, feeTier: pool.feeTier }
    const pushTo = (tick: number) =>
      swapAlong(curve, false, {
        sqrtLimitX96: getSqrtRatioAtTick(Math.min(Math.max(tick, MIN_TICK), MAX_TICK)),
      })
    // One tick is a basis point. A mean of w seconds moves by what the last block adds, so the spot has to go w/12 times as far
    // (Mackinga, Nadahalli, Wattenhofer, 2022, *TWAP Oracle Attacks: Easier Done than Said?*, section 4).
    const meanAttackTick = meanTick + thresholdBps * (WINDOW_SECONDS / BLOCK_SECONDS)
    const spotAttack = pushTo(state.tick + thresholdBps)
    const meanAttack = pushTo(meanAttackTick)
    return {
      ...describePool(pool),
      spotPrice0In1: renderPoolPrice(state.sqrtPriceX96, token0, token1),
      meanPrice0In1: renderPoolPrice(sqrtMeanX96, token0, token1),
      feedPrice0In1:
        feed === undefined
          ? null
          : renderRatio(
              feed.above * 10n ** BigInt(token0.decimals),
              feed.below * 10n ** BigInt(token1.decimals),
            ),
      isFeedStale,
      spotAgainstMeanBps,
      spotAgainstFeedBps,
      meanAgainstFeedBps,
      isSpotSuspicious: isApart(spotAgainstMeanBps) || isApartFromFeed(spotAgainstFeedBps),
      isMeanSuspicious: isApartFromFeed(meanAgainstFeedBps),
      spotAttackIn1BaseUnits: spotAttack.amountIn.toString(),
      spotAttackFeeIn1BaseUnits: spotAttack.fee.toString(),
      meanAttackIn1BaseUnits: meanAttack.amountIn.toString(),
      meanAttackFeeIn1BaseUnits: meanAttack.fee.toString(),
      meanAttackTick,
      isMeanAttackWithinReach: meanAttack.isComplete,
    }
  },
})
