import { type Address, pad } from 'viem'
import { expect, test } from 'vitest'
import type { AddressBook } from '../../core/address-book.ts'
import { readAccount } from './account.ts'
import { NO_DEBT_HEALTH } from './rates.ts'

const [ACCOUNT, CONTRACT, WETH, A_WETH] = ['c1', 'a1', '01', '11'].map((byte) =>
  pad(`0x${byte}`, { size: 20 }),
) as [Address, Address, Address, Address]
const BOOK: AddressBook = {
  chainId: 1,
  nativeSymbol: 'ETH',
  multicall: CONTRACT,
  tokens: [{ symbol: 'WETH', name: 'Wrapped Ether', address: WETH, decimals: 18 }],
  protocols: {
    'aave-v3': {
      pool: CONTRACT,
      dataProvider: CONTRACT,
      oracle: CONTRACT,
      rewards: CONTRACT,
      gateway: CONTRACT,
    },
  },
}

/** Read an account that owes so much of the one reserve, on a node that does not answer these calls. */
async function read(owed: bigint, unanswered: readonly string[]) {
  const answers: Readonly<Record<string, unknown>> = {
    getUserEMode: 0n,
    getUserReserveData: [5n, 0n, owed, 0n, 0n, 0n, 0n, 0, true],
    getUserAccountData: [0n, 0n, 7n, 0n, 0n, 9n],
    getAssetPrice: 3n,
    balanceOf: 4n,
  }
  const reserve = { id: 0, configuration: { data: 0n }, aTokenAddress: A_WETH }
  const chain = {
    readContract: async () => [WETH],
    multicall: async ({ contracts }: { readonly contracts: readonly { readonly functionName: string }[] }) =>
      contracts.map(({ functionName }) => {
        if (functionName === 'getReserveData') return reserve
        return unanswered.includes(functionName)
          ? { error: new Error('out of gas'), status: 'failure' }
          : { result: answers[functionName], status: 'success' }
      }),
  } as unknown as Parameters<typeof readAccount>[0]['chain']
  return readAccount({ book: BOOK, chain }, ACCOUNT)
}

test.each([
  'getUserReserveData',
  'getUserEMode',
])('error: CHAIN_READ_FAILED where %s is not answered: what is owed is not guessed', async (name) => {
  await expect(read(2n, [name])).rejects.toMatchObject({
    code: 'CHAIN_READ_FAILED',
    shortMessage: expect.stringContaining('out of gas'),
  })
})

test('error: UNPRICED_ACCOUNT where the Pool does not tell the health of what is owed', async () => {
  await expect(read(1n, ['getUserAccountData'])).rejects.toMatchObject({ code: 'UNPRICED_ACCOUNT' })
})

test('default: without a price, a health or what is free everything else is told', async () => {
  const account = await read(0n, ['getUserAccountData', 'getAssetPrice', 'balanceOf'])
  expect(account).toMatchObject({ healthWad: NO_DEBT_HEALTH, availableBorrowsBase: 0n })
  expect(account.free.size).toBe(0)
  expect(account.holdings).toMatchObject([
    { suppliedBaseUnits: 5n, debtBaseUnits: 0n, isCollateral: true, priceBase: undefined },
  ])
  expect(await read(2n, [])).toMatchObject({ healthWad: 9n, availableBorrowsBase: 7n })
})
