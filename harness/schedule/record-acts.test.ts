import { type Hex, keccak256, type TransactionReceipt, TransactionReceiptNotFoundError } from 'viem'
import { expect, test, vi } from 'vitest'
import { readReceipts } from './record-acts.ts'

const [committed, paused, waiting] = ['0x01', '0x02', '0x03'] as const
const receiptOf = (signed: Hex) => ({ transactionHash: keccak256(signed) }) as TransactionReceipt

test('default: what was sent is read, once; what is in no block has no receipt', async () => {
  const getTransactionReceipt = vi.fn(async ({ hash }: { hash: Hex }) => {
    if (hash === keccak256(waiting)) throw new TransactionReceiptNotFoundError({ hash })
    return receiptOf(hash === keccak256(paused) ? paused : committed)
  })
  const receipts = await readReceipts(
    { sent: [committed, paused, paused, waiting] },
    { getTransactionReceipt: getTransactionReceipt as never },
  )
  expect([...receipts.keys()]).toEqual([keccak256(committed), keccak256(paused)])
  expect(getTransactionReceipt.mock.calls.map(([{ hash }]) => hash)).toEqual(
    [committed, paused, waiting].map((signed) => keccak256(signed)),
  )
})

test('error: a node that does not answer is no missing receipt', async () => {
  const client = { getTransactionReceipt: () => Promise.reject(new Error('gone')) }
  await expect(readReceipts({ sent: [paused] }, client)).rejects.toThrow('gone')
})
