import { expect, test } from 'vitest'
import type { Intent, Sweep } from '../../../vocabulary/intent.ts'
import { ACTORS } from '../../../world/actors.ts'
import { resolveSweep } from './resolve-sweep.ts'

const to = ACTORS.recipient.address
const balances = new Map([
  ['USDC', 5n],
  ['DAI', 0n],
  ['ETH', 7n],
])
const lists = {
  cageAssets: [
    { token: 'USDC', isBase: true },
    { token: 'DAI', isBase: false },
  ],
  nativeSymbol: 'ETH',
}
const sweep = (tokens?: readonly string[]): Sweep => ({
  kind: 'sweep',
  to,
  refusals: ['NOTHING_TO_RETURN'],
  ...(tokens ? { tokens } : {}),
})
const sent = (intent: Intent) =>
  intent.kind === 'calls'
    ? intent.calls.map((call) => (call.kind === 'transfer' ? [call.token, call.amount, call.to] : call.kind))
    : intent.kind

test('behavior: all that there is of each token is sent, once', () => {
  expect(sent(resolveSweep(sweep(['USDC', 'USDC', 'DAI']), { balances }, lists))).toEqual([['USDC', 5n, to]])
})

test('default: every asset is, and native coins', () => {
  expect(sent(resolveSweep(sweep(), { balances }, lists))).toEqual([
    ['USDC', 5n, to],
    ['ETH', 7n, to],
  ])
})

test('error: of nothing, or of a token that nobody knows, nothing is sent', () => {
  expect(sent(resolveSweep(sweep(['DAI']), { balances }, lists))).toBe('sweep')
  expect(sent(resolveSweep(sweep(['USDC', 'NONE']), { balances }, lists))).toBe('sweep')
})
