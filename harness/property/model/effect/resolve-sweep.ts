import type { Intent } from '../../../vocabulary/intent.ts'
import type { Facts } from '../facts/facts.ts'
import type { Lists } from './effect.ts'

/** Say what a sweep sends of what is there now; a sweep it stays while that is nothing. */
export function resolveSweep(
  intent: Intent,
  { balances }: Pick<Facts, 'balances'>,
  { cageAssets, nativeSymbol }: Pick<Lists, 'cageAssets' | 'nativeSymbol'>,
): Intent {
  if (intent.kind !== 'sweep') return intent
  const named = intent.tokens ?? [...cageAssets.map(({ token }) => token), nativeSymbol]
  const calls = [...new Set(named)].flatMap((token) => {
    const amount = balances.get(token) ?? 0n
    return amount > 0n ? [{ kind: 'transfer', token, to: intent.to, amount } as const] : []
  })
  const isKnown = named.every((token) => balances.has(token))
  return isKnown && calls.length > 0 ? { kind: 'calls', calls, delegates: false, isRaw: false } : intent
}
