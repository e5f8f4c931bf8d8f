import { type Address, isAddressEqual, pad } from 'viem'
import { expect, test } from 'vitest'
import type { AddressBook } from '../../core/address-book.ts'
import type { LossWitness } from '../../core/loss-witness.ts'
import { createLossWitness } from './explain.ts'
import { RAY } from './rates.ts'

const [ACCOUNT, POOL, WETH, DAI, A_WETH, A_DAI] = ['c1', 'a1', '01', '02', '11', '12'].map((byte) =>
  pad(`0x${byte}`, { size: 20 }),
) as [Address, Address, Address, Address, Address, Address]
const BOOK: AddressBook = {
  chainId: 1,
  nativeSymbol: 'ETH',
  tokens: [],
  protocols: { 'aave-v3': { pool: POOL, dataProvider: POOL, oracle: POOL, rewards: POOL, gateway: POOL } },
}
const RANGE = { account: ACCOUNT, fromBlock: 5n, toBlock: 9n }

interface Event {
  readonly from: Address
  readonly name: string
  readonly transactionHash: string
  readonly args: Readonly<Record<string, unknown>>
}
interface Query {
  readonly address: Address
  readonly eventName: string
  readonly args: Readonly<Record<string, Address>>
  readonly fromBlock: bigint
  readonly toBlock: bigint
}

/** A log of these events, as far as they are asked for of this account and these blocks. */
const readLog = (events: readonly Event[]) => {
  const reader = {
    readContract: async ({ args: [asset] }: { readonly args: readonly [Address] }) => ({
      aTokenAddress: isAddressEqual(asset, WETH) ? A_WETH : A_DAI,
    }),
    getContractEvents: async ({ address, eventName, args, fromBlock, toBlock }: Query) => {
      expect([fromBlock, toBlock]).toEqual([5n, 9n])
      expect(args).toEqual(eventName === 'LiquidationCall' ? { user: ACCOUNT } : { from: ACCOUNT })
      return events.filter(({ from, name }) => isAddressEqual(from, address) && name === eventName)
    },
  } as unknown as Parameters<LossWitness['readLog']>[0]
  return createLossWitness(BOOK)?.readLog(reader, RANGE)
}

const liquidation = (transactionHash: string, collateralAsset: Address): Event => ({
  from: POOL,
  name: 'LiquidationCall',
  transactionHash,
  args: { collateralAsset },
})
const burn = (transactionHash: string, from: Address, value: bigint, balanceIncrease: bigint): Event => ({
  from,
  name: 'Burn',
  transactionHash,
  args: { value, balanceIncrease, index: 2n * RAY },
})
const passOn = (transactionHash: string, from: Address, value: bigint): Event => ({
  from,
  name: 'BalanceTransfer',
  transactionHash,
  args: { value, index: 2n * RAY },
})
const keyOf = (token: Address) => pad(token)

test('I53: a liquidation explains what it burned, with the interest that the event took off, and what it passed on', async () => {
  const log = [liquidation('0x1', WETH), burn('0x1', A_WETH, 90n, 10n), passOn('0x1', A_WETH, 3n)]
  expect(await readLog(log)).toEqual([
    { key: keyOf(WETH), kind: 'held', units: 50n, reason: 'liquidation' },
    { key: keyOf(WETH), kind: 'held', units: 3n, reason: 'liquidation' },
  ])
})

test('I53: what leaves in another transaction, or another reserve, is not explained by a liquidation', async () => {
  const others = [burn('0x2', A_WETH, 90n, 10n), passOn('0x3', A_WETH, 3n), burn('0x1', A_DAI, 8n, 0n)]
  expect(await readLog(others)).toEqual([])
  expect(await readLog([liquidation('0x1', WETH), ...others])).toEqual([])
})

test('behavior: each liquidation explains the reserve that it seized', async () => {
  const log = [
    liquidation('0x1', WETH),
    liquidation('0x2', DAI),
    burn('0x1', A_WETH, 20n, 0n),
    burn('0x2', A_DAI, 40n, 0n),
    burn('0x1', A_DAI, 60n, 0n),
  ]
  expect((await readLog(log))?.map(({ key, units }) => [key, units])).toEqual([
    [keyOf(WETH), 10n],
    [keyOf(DAI), 20n],
  ])
})

test('behavior: where it is not deployed there is none', () =>
  expect(createLossWitness({ ...BOOK, protocols: {} })).toBeUndefined())
