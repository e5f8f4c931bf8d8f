import { type Hex, keccak256, type TransactionReceipt, TransactionReceiptNotFoundError } from 'viem'
import { expect, test, vi } from 'vitest'
import type { CommitReport } from '../../tools/agent/committed.ts'
import { readReceipts } from './record-acts.ts'

const [committed, paused, waiting] = ['0x01', '0x02', '0x03'] as const
const receiptOf = (signed: Hex) => ({ transactionHash: keccak256(signed) }) as TransactionReceipt

test('default: what no commit reported is read, once; what is in no block has no receipt', async () => {
  const getTransactionReceipt = vi.fn(async ({ hash }: { hash: Hex }) => {
    if (hash === keccak256(waiting)) throw new TransactionReceiptNotFoundError({ hash })
    return receiptOf(paused)
  })
  const reports = [{ receipt: receiptOf(committed) } as CommitReport]
  const receipts = await readReceipts(
    { sent: [committed, paused, paused, waiting], reports },
    { getTransactionReceipt: getTransactionReceipt as never },
  )
  expect([...receipts.keys()]).toEqual([keccak256(committed), keccak256(paused)])
  expect(getTransactionReceipt.mock.calls.map(([{ hash }]) => hash)).toEqual([
    keccak256(paused),
    keccak256(waiting),
  ])
})

test('error: a node that does not answer is no missing receipt', async () => {
  const client = { getTransactionReceipt: () => Promise.reject(new Error('gone')) }
  await expect(readReceipts({ sent: [paused], reports: [] }, client)).rejects.toThrow('gone')
})
