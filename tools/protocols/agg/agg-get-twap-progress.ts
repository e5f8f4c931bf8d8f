import { type Hex, TransactionReceiptNotFoundError } from 'viem'
import type { ToolContext } from '../../core/context.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { readTransferDeltas } from '../../core/receipt-deltas.ts'
import { BaseUnitsSchema, HashSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { findTwap, isLeft, listSlices, type Slice, type Twap } from './twap.ts'

const NullableBaseUnits = Type.Union([BaseUnitsSchema, Type.Null()])

/** Tell what became of each slice of a schedule. */
export const TOOL_DEF = defineReadTool({
  name: 'agg_get_twap_progress',
  description: 'Tell which slices of a schedule were carried out, what they brought, and which is next.',
  category: 'trading',
  riskTier: 'layer1',
  tickBudget: 'fast',
  progressSteps: ['read'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'agg_get_twap_progress tells of a schedule which slices were carried out, for how much by their receipts, and which slice is next and due when.',
  promptGuidelines: ['A slice that failed is the next one again.'],
  supportedChains: EVM_CHAINS,
  input: Type.Object({ scheduleId: HashSchema }, { additionalProperties: false }),
  output: Type.Object({
    scheduleId: HashSchema,
    state: Type.String(),
    tokenIn: Type.String(),
    tokenOut: Type.String(),
    amountInBaseUnits: BaseUnitsSchema,
    executedSlices: Type.Integer(),
    remainingSlices: Type.Integer(),
    executedInBaseUnits: BaseUnitsSchema,
    executedOutBaseUnits: BaseUnitsSchema,
    /** Base units that came for one base unit sold, scaled by 10^18, rounded down; null before the first slice. */
    averageOutPerInWad: NullableBaseUnits,
    nextSlice: Type.Union([Type.Integer(), Type.Null()]),
    nextDueSeconds: Type.Union([Type.Integer(), Type.Null()]),
    slices: Type.Array(
      Type.Object({
        index: Type.Integer(),
        dueSeconds: Type.Integer(),
        amountInBaseUnits: BaseUnitsSchema,
        /** State of the permit that used it; null while none did. */
        permitState: Type.Union([Type.String(), Type.Null()]),
        /** What it brought, by its receipt; null where there is none. */
        amountOutBaseUnits: NullableBaseUnits,
      }),
    ),
  }),
  errorCodes: ['TWAP_NOT_FOUND'],
  async read({ scheduleId }, ctx) {
    ctx.step('read')
    const { entry, twap } = findTwap(ctx, scheduleId)
    const slices = listSlices(ctx, entry, twap)
    const brought = await Promise.all(slices.map((slice) => readBrought(ctx, slice, twap)))
    const executed = slices.flatMap(({ amountInBaseUnits }, at) => {
      const out = brought[at]
      return out === undefined ? [] : [{ in: amountInBaseUnits, out }]
    })
    const executedIn = executed.reduce((total, slice) => total + slice.in, 0n)
    const executedOut = executed.reduce((total, slice) => total + slice.out, 0n)
    const next = entry.state === 'open' ? slices.find(isLeft) : undefined
    return {
      scheduleId,
      state: entry.state,
      tokenIn: twap.tokenIn,
      tokenOut: twap.tokenOut,
      amountInBaseUnits: twap.amountInBaseUnits,
      executedSlices: slices.filter(({ permitState }) => permitState === 'committed').length,
      remainingSlices: entry.state === 'open' ? slices.filter(isLeft).length : 0,
      executedInBaseUnits: executedIn.toString(),
      executedOutBaseUnits: executedOut.toString(),
      averageOutPerInWad: executedIn === 0n ? null : ((executedOut * 10n ** 18n) / executedIn).toString(),
      nextSlice: next?.index ?? null,
      nextDueSeconds: next?.dueSeconds ?? null,
      slices: slices.map(({ index, dueSeconds, amountInBaseUnits, permitState }, at) => ({
        index,
        dueSeconds,
        amountInBaseUnits: amountInBaseUnits.toString(),
        permitState: permitState ?? null,
        amountOutBaseUnits: brought[at]?.toString() ?? null,
      })),
    }
  },
})

/** What a slice that was carried out brought, by the receipt of its transaction; undefined where there is none. */
async function readBrought(ctx: ToolContext, slice: Slice, twap: Twap): Promise<bigint | undefined> {
  const hash = slice.permitId && ctx.safety.permit(slice.permitId)?.transactionHash
  if (slice.permitState !== 'committed' || !hash) return undefined
  const receipt = await ctx.chain.getTransactionReceipt({ hash }).catch((cause: unknown) => {
    // What was sped up was mined under another hash.
    if (cause instanceof TransactionReceiptNotFoundError) return undefined
    throw cause
  })
  return (
    receipt &&
    readTransferDeltas(receipt, ctx.account)
      .filter(({ token }) => isAddressEqual(token, twap.tokenOut as Hex))
      .reduce((total, { deltaBaseUnits }) => total + deltaBaseUnits, 0n)
  )
}
