import { chainsOf } from '../../core/base.ts'
import { isAnswerOfContract } from '../../core/contract-reads.ts'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import { parseEventLogs } from '../../core/event-logs.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { EMPTY_OUTCOME } from '../../core/outcome.ts'
import { planOperatorTransaction } from '../../core/plan.ts'
import { AddressSchema, Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { poolAbi } from './abi.ts'
import { BASE } from './base.ts'
import { PAIR_PARAMETERS, poolNotFound, poolOf, resolvePair } from './pool.ts'

const CountSchema = Type.Union([Type.Integer(), Type.Null()])

/** Have a V3 pool keep more observations (v3-core `Oracle.grow`). */
export const TOOL_DEF = defineWriteTool({
  name: 'uniswap_grow_observation_buffer',
  description: 'Have a Uniswap V3 pool keep more price observations, so that a longer TWAP becomes readable.',
  category: 'lp',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['read', 'build'],
  spriteTrigger: 'executing',
  promptSnippet:
    'uniswap_grow_observation_buffer pays the gas for a Uniswap V3 pool to keep more price observations; use it where uniswap_get_pool_twap finds the window longer than what the pool keeps.',
  promptGuidelines: [
    'Each further observation costs some 22,000 gas, once; a few dozen in one transaction are usual.',
    'The buffer fills as the pool is traded: at most one observation a block.',
  ],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    {
      ...PAIR_PARAMETERS,
      observations: Type.Integer({
        minimum: 2,
        maximum: 65_535,
        description: 'how many observations the pool is to keep',
      }),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    pool: AddressSchema,
    /** What the pool was to keep before and after; null when nothing was changed. */
    observationsBefore: CountSchema,
    observationsAfter: CountSchema,
  }),
  errorCodes: [
    'SAME_TOKEN',
    'UNKNOWN_TOKEN',
    'PROTOCOL_NOT_DEPLOYED',
    'POOL_NOT_FOUND',
    'BUFFER_LONG_ENOUGH',
  ],
  async plan({ tokenA, tokenB, feeTier, observations }, ctx) {
    const [first, second] = await resolvePair(ctx, tokenA, tokenB)
    const { address } = poolOf(ctx, first, second, feeTier)
    ctx.step('read')
    const slot0 = await ctx.chain
      .readContract({ address, abi: poolAbi, functionName: 'slot0' })
      .catch((cause) => {
        if (!isAnswerOfContract(cause)) throw cause
        return undefined
      })
    if (slot0 === undefined || slot0[0] === 0n) throw poolNotFound(first, second, feeTier)
    const found = slot0[4]
    if (found >= observations) {
      throw BASE.error('BUFFER_LONG_ENOUGH', { pool: address, found, expected: observations })
    }
    ctx.step('build')
    const functionName = 'increaseObservationCardinalityNext'
    return planOperatorTransaction({
      to: address,
      data: encodeFunctionData({ abi: poolAbi, functionName, args: [observations] }),
    })
  },
  settle({ plan, receipt }) {
    const [call] = plan.calls
    const pool = call?.to ?? receipt.to ?? receipt.from
    const logs = receipt.logs.filter(({ address }) => isAddressEqual(address, pool))
    const eventName = 'IncreaseObservationCardinalityNext'
    const [grown] = parseEventLogs({ abi: poolAbi, eventName, logs })
    return {
      data: {
        pool,
        observationsBefore: grown?.args.observationCardinalityNextOld ?? null,
        observationsAfter: grown?.args.observationCardinalityNextNew ?? null,
      },
      actualOutcome: EMPTY_OUTCOME,
      groundTruthSource: 'log_comparison',
    }
  },
})
