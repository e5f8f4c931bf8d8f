import { getAddress } from 'viem'
import { NATIVE_TOKEN } from '../../core/address-book.ts'
import { chainsOf } from '../../core/base.ts'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import { ToolError } from '../../core/errors.ts'
import { parseEventLogs } from '../../core/event-logs.ts'
import { EMPTY_OUTCOME } from '../../core/outcome.ts'
import { planTransaction } from '../../core/plan.ts'
import { AddressSchema, BaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { logsOfCalled } from '../../kit/logs-of-called.ts'
import { readAmount } from '../../kit/read-amount.ts'
import { publicAllocatorAbi } from './abi.ts'
import { assertEnough, POSITION_ERROR_CODES } from './acts.ts'
import { BASE } from './base.ts'
import { readFlows, type Source } from './flows.ts'
import { MarketIdSchema, readMarket } from './market.ts'

/** Move a vault's liquidity into a market, for the allocator's fee. */
export const TOOL_DEF = defineWriteTool({
  name: 'morpho_pull_public_liquidity',
  description: "Move a vault's liquidity into a Morpho market before a borrow, for the allocator's fee.",
  category: 'lending',
  riskTier: 'layer2',
  tickBudget: 'slow',
  progressSteps: ['market', 'flows'],
  spriteTrigger: 'executing',
  promptSnippet:
    "morpho_pull_public_liquidity has the public allocator move loan assets of a vault into one Morpho Blue market out of its others, for the vault's fee in ether.",
  promptGuidelines: ['See what can be moved with morpho_get_reallocatable_liquidity.'],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    {
      market: MarketIdSchema,
      vault: AddressSchema,
      amountBaseUnits: BaseUnitsSchema,
      maxFeeWei: Type.Optional(BaseUnitsSchema),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({ movedBaseUnits: BaseUnitsSchema }),
  errorCodes: [...POSITION_ERROR_CODES, 'ZERO_AMOUNT', 'INSUFFICIENT_LIQUIDITY'],
  async plan({ market: id, vault: from, amountBaseUnits, maxFeeWei }, ctx) {
    const amount = readAmount(amountBaseUnits)
    const vault = getAddress(from)
    ctx.step('market')
    const market = await readMarket(ctx, id)
    ctx.step('flows')
    const { feeWei, reallocatable, sources } = await readFlows(ctx, market, vault)
    assertEnough(`vault ${vault}`, reallocatable, amount)
    if (maxFeeWei !== undefined && feeWei > BigInt(maxFeeWei)) {
      throw new ToolError('INVALID_PARAMS', {
        path: '/maxFeeWei',
        problem: `is less than the fee of ${feeWei} wei`,
      })
    }
    const data = encodeFunctionData({
      abi: publicAllocatorAbi,
      functionName: 'reallocateTo',
      args: [vault, toWithdrawals(sources, amount), market.terms],
    })
    return planTransaction([{ to: BASE.on(ctx.book).publicAllocator, valueWei: feeWei, data }], {
      assets: feeWei === 0n ? [] : [{ token: NATIVE_TOKEN, account: ctx.account, deltaBaseUnits: -feeWei }],
    })
  },
  settle({ plan, receipt }) {
    const logs = parseEventLogs({
      abi: publicAllocatorAbi,
      eventName: 'PublicReallocateTo',
      logs: logsOfCalled({ plan, receipt }),
    })
    const moved = logs.reduce((sum, { args }) => sum + args.suppliedAssets, 0n)
    return {
      data: { movedBaseUnits: moved.toString() },
      // The fee leaves no log of its own: it went with a call that did not fail.
      actualOutcome: { ...EMPTY_OUTCOME, assets: logs.length === 0 ? [] : plan.expectation.assets },
      groundTruthSource: 'log_comparison',
    }
  },
})

/** Take from one source after the other; the allocator wants their ids ascending. */
function toWithdrawals(sources: readonly Source[], amount: bigint) {
  let left = amount
  const taken = sources.map(({ market, withdrawable }) => {
    const part = withdrawable < left ? withdrawable : left
    left -= part
    return { id: market.id, marketParams: market.terms, amount: part }
  })
  return taken.filter((one) => one.amount > 0n).toSorted((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1))
}
