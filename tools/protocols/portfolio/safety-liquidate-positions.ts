import { ToolError } from '../../core/errors.ts'
import { EMPTY_OUTCOME } from '../../core/outcome.ts'
import { planUnwind, planWithNeeds } from '../../core/plan.ts'
import { readTransferDeltas } from '../../core/receipt-deltas.ts'
import { SignedBaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { readAllowancesLeft } from '../../kit/allowances-left.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { nextStep, readOpenPositions } from './ending.ts'
import { planSale } from './sale.ts'

const DEFAULT_LOSS_BPS = 100

/** Take the next step that turns everything at risk into the asset in which limits count. */
export const TOOL_DEF = defineWriteTool({
  name: 'safety_liquidate_positions',
  description: 'Take the next step that ends all positions and sells what carries risk for the base asset.',
  category: 'safety',
  riskTier: 'layer2',
  tickBudget: 'slow',
  progressSteps: ['positions', 'sale'],
  spriteTrigger: 'executing',
  promptSnippet:
    'safety_liquidate_positions takes the next step out of all risk: positions are ended first, then what is not stable is sold for the base asset; again until nothing is left.',
  promptGuidelines: [
    'Each step is an action of its own; a sale takes as much as the spending limits leave.',
    'It asks no halt: for a halt the owner or the guardian orders safety_liquidate_holdings.',
  ],
  supportedChains: EVM_CHAINS,
  input: Type.Object(
    {
      maxLossBps: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 1_000,
          description: `most that a sale may lose against the feeds, ${DEFAULT_LOSS_BPS} by default`,
        }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    /** What came and went of tokens. */
    assets: Type.Array(Type.Object({ token: Type.String(), deltaBaseUnits: SignedBaseUnitsSchema })),
  }),
  errorCodes: ['NOT_FOUND', 'NO_PRICE', 'INSUFFICIENT_LIQUIDITY', 'CHAIN_READ_FAILED'],
  async plan({ maxLossBps = DEFAULT_LOSS_BPS }, ctx) {
    ctx.step('positions')
    const [open, { timestamp }] = await Promise.all([readOpenPositions(ctx), ctx.chain.getBlock()])
    // What is on its way out is waited for, and does not keep the others.
    const steps = open.flatMap((position) => nextStep(position, timestamp) ?? [])
    ctx.step('sale')
    if (steps[0]) return planUnwind(steps[0])
    const sale = await planSale(ctx, maxLossBps)
    if (sale === undefined) {
      throw new ToolError('NOT_FOUND', {
        subject: 'anything to sell or to end now',
        reason: open.length > 0 ? 'what is left can only be claimed later' : 'nothing carries risk',
      })
    }
    return planWithNeeds([sale], [], {})
  },
  settle({ plan, settled, receipt, account }) {
    const sold = {
      ...EMPTY_OUTCOME,
      assets: readTransferDeltas(receipt, account),
      allowances: readAllowancesLeft(receipt, plan.expectation.allowances),
    }
    const actualOutcome = receipt.status === 'success' ? (settled?.actualOutcome ?? sold) : EMPTY_OUTCOME
    return {
      data: {
        assets: actualOutcome.assets.map(({ token, deltaBaseUnits }) => ({
          token,
          deltaBaseUnits: deltaBaseUnits.toString(),
        })),
      },
      actualOutcome,
      groundTruthSource: settled?.groundTruthSource ?? 'receipt',
    }
  },
})
