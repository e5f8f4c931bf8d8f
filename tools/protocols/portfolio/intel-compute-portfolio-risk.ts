import { getAddress } from 'viem'
import { ToolError } from '../../core/errors.ts'
import { AddressSchema, SignedBaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import {
  HISTORY_ERROR_CODES,
  HISTORY_OUTPUT,
  HISTORY_PARAMETERS,
  readPriceHistory,
} from '../../kit/price-history.ts'
import { listExposures } from './exposures.ts'
import { readPortfolio } from './read-portfolio.ts'
import { measureTailRisk } from './tail-risk.ts'

const DEFAULT_CONFIDENCE_BPS = 9_500

/** Compute what an account may lose in one step, by how the prices of what it has moved before. */
export const TOOL_DEF = defineReadTool({
  name: 'intel_compute_portfolio_risk',
  description: 'Compute value at risk and expected shortfall of what an account holds and owes.',
  category: 'intelligence',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['keys', 'tokens', 'positions', 'latest', 'rounds', 'compute'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'intel_compute_portfolio_risk computes by past price moves what an account, the own one by default, may lose in one step: value at risk and expected shortfall, by token.',
  promptGuidelines: [
    'Without isComplete it is the risk of what could be read and priced only.',
    'LP positions count as the tokens that they hold now; liquidations and slippage are not part of it.',
  ],
  supportedChains: EVM_CHAINS,
  input: Type.Object(
    {
      account: Type.Optional(AddressSchema),
      confidenceBps: Type.Optional(
        Type.Integer({
          minimum: 5_000,
          maximum: 9_999,
          description: `share of steps in which less is lost, ${DEFAULT_CONFIDENCE_BPS} by default`,
        }),
      ),
      ...HISTORY_PARAMETERS,
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    account: AddressSchema,
    isComplete: Type.Boolean(),
    netMicroUsd: SignedBaseUnitsSchema,
    confidenceBps: Type.Integer(),
    ...HISTORY_OUTPUT,
    tailCount: Type.Integer(),
    /** Below 0 where even the mildest step of the tail was a gain. */
    valueAtRiskMicroUsd: SignedBaseUnitsSchema,
    expectedShortfallMicroUsd: SignedBaseUnitsSchema,
    /** Standard deviation of one step. */
    deviationMicroUsd: SignedBaseUnitsSchema,
    tokens: Type.Array(
      Type.Object({
        symbol: Type.String(),
        valueMicroUsd: SignedBaseUnitsSchema,
        /** What it adds to the expected shortfall. */
        componentMicroUsd: SignedBaseUnitsSchema,
        isModelFeed: Type.Boolean(),
      }),
    ),
  }),
  errorCodes: ['CHAIN_READ_FAILED', ...HISTORY_ERROR_CODES],
  async read({ account: asked, confidenceBps = DEFAULT_CONFIDENCE_BPS, ...history }, ctx) {
    const account = getAddress(asked ?? ctx.account)
    const portfolio = await readPortfolio(ctx, account)
    const all = listExposures(portfolio)
    // A price that stands still because nobody updates it carries no risk that its rounds could tell.
    const exposures = all.exposures.filter(({ token }) => {
      const price = portfolio.prices[portfolio.tokens.indexOf(token)]?.price
      return price !== undefined && !price.isStale
    })
    const isComplete = all.isComplete && exposures.length === all.exposures.length
    if (exposures.length === 0) {
      throw new ToolError('NOT_FOUND', { subject: `anything with a price of ${account}`, reason: 'nothing' })
    }
    const tokens = exposures.map(({ token }) => token)
    const { returns, ...steps } = await readPriceHistory(ctx, tokens, history)
    ctx.step('compute')
    const values = exposures.map(({ valueMicroUsd }) => Number(valueMicroUsd))
    const risk = measureTailRisk(values, returns, confidenceBps)
    return {
      account,
      isComplete,
      netMicroUsd: exposures.reduce((sum, { valueMicroUsd }) => sum + valueMicroUsd, 0n).toString(),
      confidenceBps,
      ...steps,
      tailCount: risk.tailCount,
      valueAtRiskMicroUsd: roundUp(risk.valueAtRisk),
      expectedShortfallMicroUsd: roundUp(risk.expectedShortfall),
      deviationMicroUsd: roundUp(risk.deviation),
      tokens: exposures.map(({ token, valueMicroUsd }, index) => ({
        symbol: token.symbol,
        valueMicroUsd: valueMicroUsd.toString(),
        componentMicroUsd: roundUp(risk.components[index] ?? 0),
        isModelFeed: token.feed?.isModel ?? false,
      })),
    }
  },
})

const roundUp = (value: number) => BigInt(Math.ceil(value)).toString()
