import { type Address, getAddress, type Hex } from 'viem'
import { NATIVE_TOKEN } from '../../core/address-book.ts'
import { chainsOf } from '../../core/base.ts'
import type { ToolContext } from '../../core/context.ts'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import { ToolError } from '../../core/errors.ts'
import { parseEventLogs } from '../../core/event-logs.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { EMPTY_OUTCOME } from '../../core/outcome.ts'
import { type Call, planTransaction } from '../../core/plan.ts'
import { AddressSchema, BaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { logsOfCalled } from '../../kit/logs-of-called.ts'
import { readAmount } from '../../kit/read-amount.ts'
import { NO_STATE } from '../../kit/usd-price.ts'
import { morphoAbi, publicAllocatorAbi } from './abi.ts'
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
  progressSteps: ['market', 'flows', 'trial'],
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
    const call = { to: BASE.on(ctx.book).publicAllocator, valueWei: feeWei, data }
    ctx.step('trial')
    await assertMoves(ctx, call, { market: id, vault, amount })
    return planTransaction([call], {
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

/**
 * Refuse a vault that only pretends to move anything: the allocator takes its fee, and its log says the same.
 *
 * @throws ToolError INSUFFICIENT_LIQUIDITY
 */
async function assertMoves(
  ctx: Pick<ToolContext, 'book' | 'chain' | 'account'>,
  call: Call,
  { market, vault, amount }: { readonly market: Hex; readonly vault: Address; readonly amount: bigint },
) {
  const { calls } = await ctx.chain.simulate([{ ...call, from: ctx.account }], NO_STATE)
  const [tried] = calls
  // What reverts costs no fee, and the simulation of the whole plan tells why.
  if (!tried?.ok) return
  const { morpho } = BASE.on(ctx.book)
  const logs = tried.logs.filter(({ address }) => isAddressEqual(address, morpho))
  const moved = parseEventLogs({ abi: morphoAbi, eventName: 'Supply', logs: logs as never })
    .filter(({ args }) => args.id === market && isAddressEqual(args.onBehalf, vault))
    .reduce((sum, { args }) => sum + args.assets, 0n)
  assertEnough(`what vault ${vault} moves`, moved, amount)
}

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
