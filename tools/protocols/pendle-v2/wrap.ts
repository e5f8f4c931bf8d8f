import { type Address, getAddress } from 'viem'
import type { ToolContext } from '../../core/context.ts'
import type { TransactionPlan } from '../../core/plan.ts'
import { readAmount } from '../../kit/read-amount.ts'
import { minimumAfterSlippage } from '../../kit/slippage.ts'
import { ask, view } from '../../kit/views.ts'
import { syAbi } from './abi.ts'
import { assertHeld, buildAct, plainInput, plainOutput, planActs } from './acts.ts'
import { BASE } from './base.ts'

/** Codes that wrapping may raise. */
export const WRAP_ERROR_CODES = [
  'PENDLE_NOT_FOUND',
  'PROTOCOL_NOT_DEPLOYED',
  'INSUFFICIENT_LIQUIDITY',
  'ZERO_AMOUNT',
] as const

/** Yield between plan and execution that is accepted. */
const YIELD_BPS = 1

/**
 * Plan to wrap the asset into SY, or to unwrap it, at the rate of SY.
 *
 * @throws ToolError of `WRAP_ERROR_CODES`
 */
export async function planWrap(
  ctx: Pick<ToolContext, 'book' | 'chain' | 'account' | 'step'>,
  amountBaseUnits: string,
  act: 'mint' | 'redeem',
): Promise<TransactionPlan> {
  const amount = readAmount(amountBaseUnits)
  const { standardizedYield: sy } = BASE.on(ctx.book)
  ctx.step('sy')
  const known = await ask(ctx, [view(sy, syAbi, 'assetInfo'), view(sy, syAbi, 'balanceOf', [ctx.account])])
  const [info, held = 0n] = known.values as [(readonly [number, Address, number])?, bigint?]
  const notFound = (problem: string) =>
    BASE.error('PENDLE_NOT_FOUND', { contract: sy, expected: 'SY', problem })
  if (info === undefined) throw notFound('it names no asset')
  const asset = getAddress(info[1])
  if (act === 'redeem') assertHeld(sy, held, amount)
  const preview = act === 'mint' ? 'previewDeposit' : 'previewRedeem'
  const { values } = await ask(ctx, [view(sy, syAbi, preview, [asset, amount])])
  const out = values[0] as bigint | undefined
  if (out === undefined || out === 0n) throw notFound(`nothing comes of ${amount}`)
  const least = minimumAfterSlippage(out, YIELD_BPS)
  const call =
    act === 'mint'
      ? buildAct(ctx, 'mintSyFromToken', [ctx.account, sy, least, plainInput({ asset }, amount)])
      : buildAct(ctx, 'redeemSyToToken', [ctx.account, sy, amount, plainOutput({ asset }, least)])
  const [from, to] = act === 'mint' ? [asset, sy] : [sy, asset]
  return planActs(ctx, { asset }, [{ call, takes: [[from, amount]], gives: [[to, out]] }], YIELD_BPS)
}
