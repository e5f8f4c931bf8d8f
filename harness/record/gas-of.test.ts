import { expect, test } from 'vitest'
import { preview, step } from './fixtures/parts.ts'
import { gasOf } from './gas-of.ts'
import type { RecordSent } from './record.ts'

const sent = (...gas: (string | undefined)[]): RecordSent[] =>
  gas.map((gasUsed, nonce) => ({
    hash: `0x${nonce}`,
    nonce,
    call: { target: '0x1' },
    ...(gasUsed === undefined ? {} : { gasUsed }),
  }))
const halt = step(0, { kind: 'halt', title: 'halt' })
const transaction = { hash: '0x1', blockNumber: '1', gasUsed: '50000' }

test('default: the receipts of all that was sent, whatever the step is', () => {
  expect(gasOf({ ...halt, sent: sent('21000', '50000', undefined) })).toBe(71_000n)
  expect(gasOf({ ...halt, transaction, sent: sent('21000', '50000') })).toBe(71_000n)
})

test('behavior: where a record does not tell what was sent, the transaction of the step', () => {
  expect(gasOf({ ...halt, transaction })).toBe(50_000n)
  expect(gasOf(preview(0))).toBe(0n)
})
