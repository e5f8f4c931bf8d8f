import { type Address, pad } from 'viem'
import { expect, test } from 'vitest'
import type { AddressBook } from '../../core/address-book.ts'
import type { LossWitness } from '../../core/loss-witness.ts'
import { createLossWitness } from './explain.ts'

const [ACCOUNT, MORPHO] = ['c1', 'a1'].map((byte) => pad(`0x${byte}`, { size: 20 })) as [Address, Address]
const MARKET = pad('0x07')
const BOOK: AddressBook = {
  chainId: 1,
  nativeSymbol: 'ETH',
  tokens: [],
  protocols: { 'morpho-blue': { morpho: MORPHO, irm: MORPHO, publicAllocator: MORPHO } },
}
const RANGE = { account: ACCOUNT, fromBlock: 5n, toBlock: 9n }

/** A log in which a liquidation of the account took collateral, and what was asked of it. */
function chain() {
  const asked: Readonly<Record<string, unknown>>[] = []
  const reader = {
    getContractEvents: async (query: Readonly<Record<string, unknown>>) => {
      asked.push(query)
      return [
        { args: { id: MARKET, borrower: ACCOUNT, seizedAssets: 40n, repaidShares: 7n, badDebtShares: 2n } },
      ]
    },
  }
  return { asked, reader: reader as unknown as Parameters<LossWitness['readLog']>[0] }
}

test('I53: a liquidation explains the collateral that it seized, and nothing else', async () => {
  const { asked, reader } = chain()
  expect(await createLossWitness(BOOK)?.readLog(reader, RANGE)).toEqual([
    { key: MARKET, kind: 'held', lot: 1, units: 40n, reason: 'liquidation' },
  ])
  expect(asked).toHaveLength(1)
  expect(asked[0]).toMatchObject({
    address: MORPHO,
    eventName: 'Liquidate',
    args: { borrower: ACCOUNT },
    fromBlock: 5n,
    toBlock: 9n,
  })
})

test('behavior: where it is not deployed there is none', () =>
  expect(createLossWitness({ ...BOOK, protocols: {} })).toBeUndefined())
