import { type Hex, keccak256, type TransactionReceipt, TransactionReceiptNotFoundError } from 'viem'
import { expect, test, vi } from 'vitest'
import { keyAccount } from '../key-account.ts'
import { nameAddresses } from '../trace/name-addresses.ts'
import { ACTORS } from '../world/actors.ts'
import { EMBEDDED_BOOK } from '../world/embedded-book.ts'
import { describeActs, readReceipts } from './record-acts.ts'

const [committed, paused, waiting, seen] = ['0x01', '0x02', '0x03', '0x04'] as const
const receiptOf = (signed: Hex) => ({ transactionHash: keccak256(signed) }) as TransactionReceipt

test('default: what was sent is read, once and where nobody did; what is in no block has no receipt', async () => {
  const getTransactionReceipt = vi.fn(async ({ hash }: { hash: Hex }) => {
    if (hash === keccak256(waiting)) throw new TransactionReceiptNotFoundError({ hash })
    return receiptOf(hash === keccak256(paused) ? paused : committed)
  })
  const receipts = await readReceipts(
    { sent: [committed, paused, paused, waiting, seen], receipts: [receiptOf(seen)] },
    { getTransactionReceipt: getTransactionReceipt as never },
  )
  expect([...receipts.keys()]).toEqual([committed, paused, seen].map((signed) => keccak256(signed)))
  expect(getTransactionReceipt.mock.calls.map(([{ hash }]) => hash)).toEqual(
    [committed, paused, waiting].map((signed) => keccak256(signed)),
  )
})

test('error: a node that does not answer is no missing receipt', async () => {
  const client = { getTransactionReceipt: () => Promise.reject(new Error('gone')) }
  await expect(readReceipts({ sent: [paused], receipts: [] }, client)).rejects.toThrow('gone')
})

test.each([
  'success',
  'reverted',
] as const)('behavior: what became of a transaction is recorded: %s', async (status) => {
  const { signTransaction } = keyAccount(ACTORS.operator.privateKey)
  const to = ACTORS.owner.address
  const signed = await signTransaction({ type: 'eip1559', chainId: 1, to, nonce: 0, gas: 21_000n })
  const receipt = {
    ...receiptOf(signed),
    status,
    gasUsed: 21_000n,
    logs: [] as const,
  } as unknown as TransactionReceipt
  const { sent } = describeActs(
    { sent: [signed], receipts: [], judged: [], looks: [] },
    new Map([[receipt.transactionHash, receipt]]),
    { book: EMBEDDED_BOOK, names: nameAddresses(EMBEDDED_BOOK, {}) } as never,
  )
  expect(sent).toMatchObject([{ hash: keccak256(signed), status, gasUsed: '21000' }])
})

test('behavior: what is sent for several nonces at once is recorded in their order, whichever node was first', async () => {
  const { signTransaction } = keyAccount(ACTORS.operator.privateKey)
  const to = ACTORS.owner.address
  const [low, high] = await Promise.all(
    [0, 3].map((nonce) => signTransaction({ type: 'eip1559', chainId: 1, to, nonce, gas: 21_000n })),
  )
  const record = (...sent: (Hex | undefined)[]) =>
    describeActs({ sent, receipts: [], judged: [], looks: [] } as never, new Map(), {
      book: EMBEDDED_BOOK,
      names: nameAddresses(EMBEDDED_BOOK, {}),
    } as never)
  expect(record(high, low)).toEqual(record(low, high))
})
