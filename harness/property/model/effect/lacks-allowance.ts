import type { Address } from 'viem'
import type { ModelCall } from '../../../vocabulary/model-call.ts'
import type { Facts } from '../facts/facts.ts'

/** Whether a trade would take more than its contract may when its turn comes; what nobody has read is no reason. */
export function lacksAllowance(
  calls: readonly ModelCall[],
  { allowances }: Pick<Facts, 'allowances'>,
): boolean {
  const keyOf = (token: string, spender: Address) => `${token} ${spender.toLowerCase()}`
  const left = new Map(allowances.map(({ token, spender, amount }) => [keyOf(token, spender), amount]))
  return calls.some((call) => {
    if (call.kind === 'approve') left.set(keyOf(call.token, call.spender), call.amount)
    // How much of it goes in nobody can tell.
    if (call.kind === 'provide') for (const { token } of call.gives) left.delete(keyOf(token, call.spender))
    if (call.kind !== 'trade') return false
    const key = keyOf(call.path[0] as string, call.spender)
    const allowed = left.get(key)
    if (allowed === undefined) return false
    left.set(key, allowed - call.amount)
    return allowed < call.amount
  })
}
