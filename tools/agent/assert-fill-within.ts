import type { Address } from 'viem'
import { NATIVE_TOKEN } from '../core/address-book.ts'
import type { ToolContext } from '../core/context.ts'
import { ToolError } from '../core/errors.ts'
import { isAddressEqual } from '../core/is-address-equal.ts'
import type { PlacedNeed } from '../core/need.ts'
import type { TransactionPlan } from '../core/plan.ts'

interface Amount {
  readonly token: Address | undefined
  readonly amountBaseUnits: bigint
}

/**
 * Assert that a filling plan pays no more than the need allows, brings what it asks for and leaves no other allowance.
 *
 * @throws ToolError NEED_OUT_OF_BOUNDS
 */
export function assertFillWithin(
  names: { readonly tool: string; readonly need: string; readonly filler: string },
  need: PlacedNeed,
  { expectation }: TransactionPlan,
  { account, book }: Pick<ToolContext, 'account' | 'book'>,
): void {
  const refuse = (subject: string, found: bigint, bound: string, expected: bigint) => {
    throw new ToolError('NEED_OUT_OF_BOUNDS', { ...names, subject, found, bound, expected })
  }
  const own = expectation.assets.filter((delta) => isAddressEqual(delta.account, account))
  const sum = (token: Address | undefined) =>
    own
      .filter((delta) => token !== undefined && isAddressEqual(delta.token, token))
      .reduce((total, { deltaBaseUnits }) => total + deltaBaseUnits, 0n)
  const { paid, bought } = boundsOf(need, book.wrappedNative)
  for (const { token } of own) {
    const most = paid?.token !== undefined && isAddressEqual(token, paid.token) ? paid.amountBaseUnits : 0n
    if (-sum(token) > most) refuse(`what is paid of ${token}`, -sum(token), 'at most', most)
  }
  if (bought && sum(bought.token) < bought.amountBaseUnits) {
    refuse(`what comes of ${bought.token}`, sum(bought.token), 'at least', bought.amountBaseUnits)
  }
  const wanted = (of: { readonly token: Address; readonly spender: Address }) =>
    need.need === 'allow' && isAddressEqual(of.token, need.token) && isAddressEqual(of.spender, need.spender)
      ? need.amountBaseUnits
      : 0n
  for (const left of expectation.allowances) {
    if (left.valueBaseUnits !== wanted(left)) {
      refuse(`the allowance of ${left.spender}`, left.valueBaseUnits, 'exactly', wanted(left))
    }
  }
  if (need.need === 'allow' && !expectation.allowances.some((left) => wanted(left) > 0n)) {
    refuse(`the allowance of ${need.spender}`, 0n, 'exactly', need.amountBaseUnits)
  }
}

/**
 * Assert that a plan only ends what a position holds or owes: nothing of it grows, nothing is paid but where a debt falls,
 * and no allowance is left.
 *
 * @throws ToolError NEED_OUT_OF_BOUNDS
 */
export function assertOnlyEnds(
  names: { readonly tool: string; readonly need: string; readonly filler: string },
  { expectation: { assets, allowances, positions } }: TransactionPlan,
  { account }: Pick<ToolContext, 'account'>,
): void {
  const refuse = (subject: string, found: bigint) => {
    throw new ToolError('NEED_OUT_OF_BOUNDS', { ...names, subject, found, bound: 'at most', expected: 0n })
  }
  for (const { kind, unitsDelta } of positions) {
    if (kind !== 'leaving' && unitsDelta > 0n) refuse(`what is ${kind} of the position`, unitsDelta)
  }
  const repays = positions.some(({ kind, unitsDelta }) => kind === 'owed' && unitsDelta < 0n)
  for (const { token, deltaBaseUnits, account: of } of assets) {
    if (isAddressEqual(of, account) && deltaBaseUnits < 0n && !repays) {
      refuse(`what is paid of ${token}`, -deltaBaseUnits)
    }
  }
  for (const { spender, valueBaseUnits } of allowances) {
    if (valueBaseUnits > 0n) refuse(`the allowance of ${spender}`, valueBaseUnits)
  }
}

function boundsOf(
  need: PlacedNeed,
  wrapped: Address | undefined,
): { readonly paid?: Amount; readonly bought?: Amount } {
  switch (need.need) {
    case 'allow':
      return {}
    case 'wrap': {
      const { amountBaseUnits } = need
      return {
        paid: { token: NATIVE_TOKEN, amountBaseUnits },
        bought: { token: wrapped, amountBaseUnits },
      }
    }
    case 'swap': {
      const [paid, bought] =
        need.exact === 'input'
          ? [need.amountInBaseUnits, need.leastOutBaseUnits]
          : [need.mostInBaseUnits, need.amountOutBaseUnits]
      return {
        paid: { token: need.tokenIn, amountBaseUnits: paid },
        bought: { token: need.tokenOut, amountBaseUnits: bought },
      }
    }
  }
}
