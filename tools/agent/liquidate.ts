import type { Address } from 'viem'
import { NATIVE_TOKEN } from '../core/address-book.ts'
import type { ChainReader } from '../core/chain.ts'
import type { Clock } from '../core/clock.ts'
import { ToolError } from '../core/errors.ts'
import { inTime } from '../core/in-time.ts'
import type { TransactionPlan, UnfilledPlan } from '../core/plan.ts'
import type { Liquidator } from '../safety/halt/halt-procedure.ts'
import type { AssetRule, SafetyPolicy } from '../safety/policy/policy.ts'
import type { Stack } from './stack.ts'

type OneStack = Pick<Stack, 'planAction'>

/**
 * Create the liquidator of a halt: it swaps an asset's whole balance for the numeraire, directly or over the wrapped
 * native coin. The native coin itself is wrapped and sold together with its wrapped form.
 */
export function createLiquidator(deps: {
  /** The stack over one way to the chain. */
  readonly stackOver: (chain: ChainReader) => OneStack
  readonly clock: Pick<Clock, 'setTimer'>
  readonly policy: SafetyPolicy
  readonly wrappedNative: Address | undefined
  readonly account: Address
}): Liquidator {
  const { policy, account, wrappedNative } = deps
  const readBalances = async (tokens: readonly Address[], chain: ChainReader) => {
    const balances = tokens.map((token) => ({ token, account }))
    const answer = chain.readState({ balances, allowances: [], codeHashes: [], feeds: [] })
    const state = await inTime(deps.clock, answer, 'the balances')
    return state.balances.map((balance) => {
      if (balance === undefined)
        throw new ToolError('CHAIN_READ_FAILED', { subject: 'balances', reason: 'no answer' })
      return balance
    })
  }
  const planSwap = async (
    stack: OneStack,
    from: AssetRule,
    to: AssetRule,
    amountInBaseUnits: string,
    needs?: UnfilledPlan['needs'],
  ) => {
    const [tokenIn, tokenOut] = [from.symbol, to.symbol]
    try {
      return await stack.planAction('swap', { tokenIn, tokenOut, amountInBaseUnits }, needs)
    } catch (cause) {
      const over = policy.assets.find(({ token }) => token === wrappedNative)
      if (!(cause instanceof ToolError && cause.code === 'POOL_NOT_FOUND') || over === undefined) throw cause
      const tokens = [tokenIn, over.symbol, tokenOut]
      return stack.planAction('swap-multi-hop', { tokens, amountInBaseUnits }, needs)
    }
  }

  return async (token, chain): Promise<TransactionPlan | undefined> => {
    const numeraire = policy.assets.find((asset) => asset.isNumeraire)
    const asset = policy.assets.find((candidate) => candidate.token === token)
    if (numeraire === undefined || asset === undefined) return undefined
    const isWrapped = token === wrappedNative
    const [balance = 0n, native = 0n] = await readBalances(isWrapped ? [token, NATIVE_TOKEN] : [token], chain)
    if (balance + native === 0n) return undefined
    const needs: UnfilledPlan['needs'] | undefined =
      native === 0n ? undefined : [{ need: 'wrap', amountBaseUnits: native }]
    return planSwap(deps.stackOver(chain), asset, numeraire, (balance + native).toString(), needs)
  }
}
