import { zeroAddress } from 'viem'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import { ToolError } from '../../core/errors.ts'
import { parseEventLogs } from '../../core/event-logs.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { EMPTY_OUTCOME } from '../../core/outcome.ts'
import { planOperatorTransaction } from '../../core/plan.ts'
import { AddressSchema, HashSchema, type Static, TokenSchema, Type } from '../../core/schema.ts'
import { resolveErc20 } from '../../core/tokens.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { logsOfCalled } from '../../kit/logs-of-called.ts'
import { factoryAbi, vaultAbi } from './abi.ts'
import { BASE } from './base.ts'
import { CHAINS } from './chains.ts'

const WAD_PER_MILLIONTH = 10n ** 12n
const MILLIONTHS = 1_000_000

/** What a weighted pool is created with; bounds are those of its contracts (v2-pool-weighted `WeightedMath.sol`, v2-pool-utils `BasePool.sol`). */
export const NEW_POOL_PARAMETERS = {
  name: Type.String({ minLength: 1, maxLength: 64 }),
  symbol: Type.String({ minLength: 1, maxLength: 32 }),
  tokens: Type.Array(
    Type.Object(
      {
        token: TokenSchema,
        weightMillionths: Type.Integer({
          minimum: 10_000,
          maximum: 990_000,
          description: "its part of the pool's value; all parts come to 1000000",
        }),
      },
      { additionalProperties: false },
    ),
    { minItems: 2, maxItems: 8 },
  ),
  swapFeeMillionths: Type.Integer({
    minimum: 1,
    maximum: 100_000,
    description: 'what swaps pay, in millionths; nobody can change it later',
  }),
}

const InputSchema = Type.Object(NEW_POOL_PARAMETERS, { additionalProperties: false })

/** Put weights into the order in which the Vault keeps tokens. @throws ToolError INVALID_PARAMS, UNKNOWN_TOKEN */
async function resolveWeights(
  ctx: Parameters<typeof resolveErc20>[0],
  named: Static<typeof InputSchema>['tokens'],
) {
  const found = named.reduce((sum, { weightMillionths }) => sum + weightMillionths, 0)
  if (found !== MILLIONTHS) {
    const problem = `weights come to ${found}, expected ${MILLIONTHS}`
    throw new ToolError('INVALID_PARAMS', { path: '/tokens', problem })
  }
  const weights = await Promise.all(
    named.map(async ({ token, weightMillionths }) => ({
      ...(await resolveErc20(ctx, token)),
      weightWad: BigInt(weightMillionths) * WAD_PER_MILLIONTH,
    })),
  )
  weights.sort((a, b) => (a.address.toLowerCase() < b.address.toLowerCase() ? -1 : 1))
  const twice = weights.find(({ address }, at) => address === weights[at + 1]?.address)
  if (twice !== undefined) {
    throw new ToolError('INVALID_PARAMS', { path: '/tokens', problem: `names ${twice.symbol} twice` })
  }
  return weights
}

/** Create a weighted pool (v2-pool-weighted `WeightedPoolFactory.sol`). */
export const TOOL_DEF = defineWriteTool({
  name: 'balancer_create_weighted_pool',
  description: 'Create a Balancer V2 weighted pool of given tokens, weights and swap fee, without liquidity.',
  category: 'lp',
  riskTier: 'layer3',
  tickBudget: 'medium',
  progressSteps: ['tokens', 'build'],
  spriteTrigger: 'executing',
  promptSnippet:
    "balancer_create_weighted_pool has the operator's own account create a Balancer pool of two to eight tokens with given weights and a fixed swap fee, for some millions of gas; it adds no liquidity.",
  promptGuidelines: [
    'Weights, fee and tokens are fixed for good; nobody administers the pool.',
    'Shares of it can be held only where the owner approved the pool as a place.',
  ],
  supportedChains: CHAINS,
  input: InputSchema,
  output: Type.Object({
    /** Null when no pool was created, as its id. */
    pool: Type.Union([AddressSchema, Type.Null()]),
    poolId: Type.Union([HashSchema, Type.Null()]),
  }),
  errorCodes: ['INVALID_PARAMS', 'UNKNOWN_TOKEN', 'PROTOCOL_NOT_DEPLOYED'],
  async plan({ name, symbol, tokens: named, swapFeeMillionths }, ctx) {
    const { weightedFactory } = BASE.on(ctx.book)
    ctx.step('tokens')
    const weights = await resolveWeights(ctx, named)
    ctx.step('build')
    const data = encodeFunctionData({
      abi: factoryAbi,
      functionName: 'create',
      args: [
        name,
        symbol,
        weights.map(({ address }) => address),
        weights.map(({ weightWad }) => weightWad),
        // No token has a rate of its own, and nobody may change the fee.
        weights.map(() => zeroAddress),
        BigInt(swapFeeMillionths) * WAD_PER_MILLIONTH,
        zeroAddress,
      ],
    })
    return planOperatorTransaction({ to: weightedFactory, data })
  },
  settle({ plan, receipt }) {
    const [created] = parseEventLogs({
      abi: factoryAbi,
      eventName: 'PoolCreated',
      logs: logsOfCalled({ plan, receipt }),
    })
    const pool = created?.args.pool ?? null
    const registered = parseEventLogs({ abi: vaultAbi, eventName: 'PoolRegistered', logs: receipt.logs })
    const own = registered.find(({ args }) => pool !== null && isAddressEqual(args.poolAddress, pool))
    return {
      data: { pool, poolId: own?.args.poolId ?? null },
      actualOutcome: EMPTY_OUTCOME,
      groundTruthSource: 'log_comparison',
    }
  },
})
