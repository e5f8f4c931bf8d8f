import { planWithNeeds } from '../../core/plan.ts'
import { HashSchema, Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { settleTrade, TRADE_OUTPUT } from '../../kit/settle-trade.ts'
import { BASE } from './base.ts'
import { askQuotes, QUOTE_ERROR_CODES, requireBest, resolvePair, sellAt } from './quotes.ts'
import { findTwap, isLeft, listSlices } from './twap.ts'

/** Carry out the next slice of a schedule that is due. */
export const TOOL_DEF = defineWriteTool({
  name: 'agg_execute_twap_slice',
  description:
    'Carry out the next due slice of a schedule on the venue that pays the most; early and repeated slices are refused.',
  category: 'trading',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['look', 'quotes'],
  spriteTrigger: 'executing',
  promptSnippet:
    'agg_execute_twap_slice sells the next slice of a schedule once it is due, on the best venue and within the limit of the schedule; each slice happens once.',
  promptGuidelines: ['agg_get_twap_progress tells which slice is next and when.'],
  supportedChains: EVM_CHAINS,
  input: Type.Object({ scheduleId: HashSchema }, { additionalProperties: false }),
  output: TRADE_OUTPUT,
  errorCodes: [
    ...QUOTE_ERROR_CODES,
    'TWAP_NOT_FOUND',
    'TWAP_ENDED',
    'TWAP_NOT_DUE',
    'TWAP_LIMIT',
    'LOCAL_PART_USED',
    'LOCAL_ENTRY_NOT_OPEN',
  ],
  async plan({ scheduleId }, ctx) {
    ctx.step('look')
    const { entry, twap } = findTwap(ctx, scheduleId)
    const end = (reason: string) => BASE.error('TWAP_ENDED', { scheduleId, reason })
    if (entry.state !== 'open') throw end('it was cancelled')
    const slice = listSlices(ctx, entry, twap).find(isLeft)
    if (slice === undefined) throw end('every slice was carried out')
    const { index, dueSeconds, amountInBaseUnits, leastOutBaseUnits } = slice
    const [pair, head] = await Promise.all([
      resolvePair(ctx, twap.tokenIn, twap.tokenOut),
      ctx.chain.getBlock(),
    ])
    if (head.timestamp < BigInt(dueSeconds)) {
      throw BASE.error('TWAP_NOT_DUE', {
        scheduleId,
        slice: index,
        found: head.timestamp,
        expected: dueSeconds,
      })
    }
    ctx.step('quotes')
    const best = requireBest(await askQuotes(ctx, pair, amountInBaseUnits), pair, amountInBaseUnits)
    if (best.amountOutBaseUnits < leastOutBaseUnits) {
      const [found, expected] = [best.amountOutBaseUnits, leastOutBaseUnits]
      throw BASE.error('TWAP_LIMIT', { scheduleId, found, expected })
    }
    const { slippageBps } = twap
    const need = sellAt(best, pair, amountInBaseUnits, { slippageBps, leastOutBaseUnits })
    return { ...planWithNeeds([need], [], {}), part: { entryId: scheduleId, part: index } }
  },
  settle: settleTrade,
})
