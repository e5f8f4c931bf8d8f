import type { Hex } from 'viem'
import { expect, test } from 'vitest'
import type { LedgerEntry } from './ledger-rows.ts'
import { verifyLedger } from './verify-ledger.ts'

const PERMIT: Hex = `0x${'11'.repeat(32)}`
const HASH: Hex = `0x${'22'.repeat(32)}`
const CONSUMED = ['consumed', { permitId: PERMIT, spend: { totalUsdc: '500' } }] as const
const FAILED = [
  'permit',
  { permitId: PERMIT, from: 'committing', to: 'failed', note: { spentUsdc: '500' } },
] as const

/** Hold what the ledger has of a permit against what entries say of it, in their order. */
const verify = (
  said: readonly (readonly [kind: string, body: unknown])[],
  row: Pick<LedgerEntry, 'state' | 'amountUsdc'> | undefined,
) =>
  verifyLedger(
    said.map(([kind, body], index) => ({
      index: index + 1,
      kind,
      body: JSON.stringify(body),
      previousHash: HASH,
      hash: HASH,
    })),
    row ? [{ permitId: PERMIT, guarded: false, wallMs: 1, chainSeconds: 1, ...row }] : [],
  )
const spent = (amountUsdc: bigint) => ({ state: 'spent', amountUsdc }) as const

test('default: what was reserved, spent, raised and released is so in the ledger', () => {
  expect(verify([CONSUMED], { state: 'reserved', amountUsdc: 500n })).toEqual([])
  expect(verify([CONSUMED, FAILED], spent(500n))).toEqual([])
  const released = ['released', { permitId: PERMIT, loweredToUsdc: '3' }] as const
  expect(verify([CONSUMED, FAILED, released], spent(3n))).toEqual([])
  const moved = ['reorganised', { permitId: PERMIT, raisedToUsdc: '500' }] as const
  expect(verify([CONSUMED, FAILED, released, moved], spent(500n))).toEqual([])
})

test.each<[string, Parameters<typeof verify>[1]]>([
  ['is missing', undefined],
  ['counts for less', spent(499n)],
  ['is still reserved', { state: 'reserved', amountUsdc: 500n }],
])('I6 I50: spend of the log that %s is found', (_, row) =>
  expect(verify([CONSUMED, FAILED], row)).toMatchObject([
    { kind: 'ledger-differs', where: `permit ${PERMIT}` },
  ]))

test('I6 I50: spend that the log does not know is found', () =>
  expect(verify([], spent(1n))).toMatchObject([{ kind: 'ledger-differs', expected: 'nothing' }]))
