import type { Address } from 'viem'
import { isAddressEqual } from '../../../../tools/core/is-address-equal.ts'
import { exactly, type Interval } from '../../../vocabulary/interval.ts'
import type { ModelCall } from '../../../vocabulary/model-call.ts'
import type { TokenAmount } from '../../../vocabulary/terms.ts'
import type { Facts } from '../facts/facts.ts'

interface Allowance {
  readonly token: string
  readonly spender: Address
  readonly before: bigint
  readonly after: Interval
}

/** Say by how much allowances are larger in the end than they were: what calls use of them is no allowance any more. */
export function countGrowth(calls: readonly ModelCall[], facts: Facts): readonly TokenAmount[] {
  let allowances: readonly Allowance[] = []
  const isOf = (token: string, spender: Address) => (known: Pick<Allowance, 'token' | 'spender'>) =>
    known.token === token && isAddressEqual(known.spender, spender)
  const use = (spender: Address, token: string, used: Interval) => {
    allowances = allowances.map((known) =>
      isOf(token, spender)(known) ? { ...known, after: subtract(known.after, used) } : known,
    )
  }
  for (const call of calls) {
    if (call.kind === 'approve') {
      const { token, spender, amount } = call
      const live = facts.allowances.find(isOf(token, spender))?.amount
      // Of one that no policy names, only the first was read.
      const before = live ?? (allowances.length === 0 ? (facts.allowance ?? 0n) : 0n)
      const others = allowances.filter((known) => !isOf(token, spender)(known))
      allowances = [...others, { token, spender, before, after: exactly(amount) }]
    }
    if (call.kind === 'trade') use(call.spender, call.path[0] as string, exactly(call.amount))
    if (call.kind === 'provide') {
      for (const { token, amount } of call.gives) use(call.spender, token, amount)
    }
  }
  return allowances.flatMap(({ token, before, after }) => {
    const amount = subtract(after, exactly(before))
    return amount.most > 0n ? [{ token, amount }] : []
  })
}

const subtract = (from: Interval, amount: Interval): Interval => ({
  least: from.least > amount.most ? from.least - amount.most : 0n,
  most: from.most > amount.least ? from.most - amount.least : 0n,
})
