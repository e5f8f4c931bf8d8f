import { type Address, pad, zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import type { AddressBook, TokenInfo } from '../../core/address-book.ts'
import { readPair } from './pair.ts'

const [CONTRACT, PAIR, WETH, DAI] = ['a1', 'b1', '01', '02'].map((byte) =>
  pad(`0x${byte}`, { size: 20 }),
) as [Address, Address, Address, Address]
const BOOK: AddressBook = {
  chainId: 1,
  nativeSymbol: 'ETH',
  multicall: CONTRACT,
  tokens: [],
  protocols: { 'uniswap-v2': { factory: CONTRACT, router: CONTRACT } },
}
const token = (symbol: string, address: Address): TokenInfo => ({
  symbol,
  name: symbol,
  address,
  decimals: 18,
})

/** Read a pair where calls of these contracts are not answered. */
async function read(unanswered: readonly Address[], said: Readonly<Record<string, unknown>> = {}) {
  const answers: Readonly<Record<string, unknown>> = {
    getReserves: [100n, 200n, 0],
    totalSupply: 50n,
    kLast: 0n,
    feeTo: zeroAddress,
    balanceOf: 300n,
    ...said,
  }
  interface Asked {
    readonly address: Address
    readonly functionName: string
  }
  const chain = {
    multicall: async ({ contracts }: { readonly contracts: readonly Asked[] }) =>
      contracts.map(({ address, functionName }) =>
        unanswered.includes(address)
          ? { error: new Error('out of gas'), status: 'failure' }
          : { result: answers[functionName], status: 'success' },
      ),
  } as unknown as Parameters<typeof readPair>[0]['chain']
  const pair = { address: PAIR, token0: token('WETH', WETH), token1: token('DAI', DAI) }
  return readPair({ book: BOOK, chain }, pair)
}

test('default: what a pair booked and what it has are told apart', async () => {
  expect(await read([])).toMatchObject({ reserves: [100n, 200n], holds: [300n, 300n] })
})

test.each([
  // Of what the root grew by since, 100 of 200, a sixth: 50·100 / (5·200 + 100), rounded down.
  [CONTRACT, 54n],
  [zeroAddress, 50n],
])('I8: the supply has the share in it that is due where the factory sends it to %s', async (feeTo, expected) => {
  const { supplyWithFee } = await read([], { feeTo, getReserves: [200n, 200n, 0], kLast: 10_000n })
  expect(supplyWithFee).toBe(expected)
})

test('error: PAIR_NOT_FOUND where the pair alone does not answer', async () => {
  await expect(read([PAIR])).rejects.toMatchObject({ code: 'PAIR_NOT_FOUND' })
})

test.each([
  [[DAI]],
  [[CONTRACT, PAIR, WETH, DAI]],
])('error: CHAIN_READ_FAILED where what there is in any case does not answer: nothing is guessed', async (unanswered) => {
  await expect(read(unanswered)).rejects.toMatchObject({ code: 'CHAIN_READ_FAILED' })
})
