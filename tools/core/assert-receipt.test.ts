import type { TransactionReceipt } from 'viem'
import { expect, test } from 'vitest'
import { assertReceipt } from './assert-receipt.ts'

const HASH = `0x${'ab'.repeat(32)}` as const
const RECEIPT: Partial<TransactionReceipt> = {
  transactionHash: HASH,
  status: 'success',
  blockHash: `0x${'cd'.repeat(32)}`,
  blockNumber: 7n,
  gasUsed: 21_000n,
  effectiveGasPrice: 0n,
  logs: [],
}

test('default: a receipt of the transaction, however its hash is written', () => {
  expect(assertReceipt(RECEIPT, HASH)).toBe(RECEIPT)
  const reverted = { ...RECEIPT, status: 'reverted' } as const
  expect(assertReceipt(reverted, `0x${'AB'.repeat(32)}`)).toBe(reverted)
})

test.each<[string, object | null | undefined]>([
  ['nothing', null],
  ['nothing at all', undefined],
  ['an empty object', {}],
  ['that of another transaction', { ...RECEIPT, transactionHash: `0x${'ef'.repeat(32)}` }],
  ['one without a status', { ...RECEIPT, status: undefined }],
  ['one of an unknown status', { ...RECEIPT, status: '0x2' }],
  ['one that is in no block', { ...RECEIPT, blockHash: null }],
  ['one of no block number', { ...RECEIPT, blockNumber: null }],
  ['one of a negative block number', { ...RECEIPT, blockNumber: -1n }],
  ['one without gas', { ...RECEIPT, gasUsed: undefined }],
  ['one without a price of gas', { ...RECEIPT, effectiveGasPrice: undefined }],
  ['one without logs', { ...RECEIPT, logs: undefined }],
])('I52: error: CHAIN_READ_FAILED for %s', (_, receipt) => {
  expect(() => assertReceipt(receipt as Partial<TransactionReceipt>, HASH)).toThrow(
    expect.objectContaining({ code: 'CHAIN_READ_FAILED' }),
  )
})
