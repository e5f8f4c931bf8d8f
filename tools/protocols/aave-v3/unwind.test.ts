import { type Address, pad } from 'viem'
import { describe, expect, test } from 'vitest'
import type { AddressBook } from '../../core/address-book.ts'
import type { ChainReader } from '../../core/chain.ts'
import { readHoldings } from '../../core/position-keeper.ts'
import { ALL_ACTIONS } from '../../profiles/generated/registry.ts'
import { createKeeper } from './unwind.ts'

const [CAGE, POOL, READER, OTHER_READER] = ['c1', 'a1', 'b1', 'b2'].map((byte) =>
  pad(`0x${byte}`, { size: 20 }),
) as [Address, Address, Address, Address]
const [WETH, DAI, USDC] = [1, 2, 3].map((n) => pad(`0x${n}`, { size: 20 })) as [Address, Address, Address]
const contracts = { pool: POOL, dataProvider: POOL, oracle: POOL, rewards: POOL, gateway: POOL }
const BOOK: AddressBook = {
  chainId: 1,
  nativeSymbol: 'ETH',
  tokens: [],
  protocols: { 'aave-v3': contracts },
}

/**
 * A cage that counts units of what is supplied and owed in reserves, and as many by another reader; it holds one of each
 * token, unless told, and prices are as told.
 */
function holding(
  reserves: readonly (readonly [token: Address, supplied: bigint, owed: bigint])[],
  { held = 9n, prices = {} as Readonly<Record<Address, bigint>> } = {},
) {
  const counted = reserves.flatMap(([token, ...units]) =>
    [READER, OTHER_READER].map((reader) => ({
      reader,
      key: pad(token),
      lots: units.map((count, lot) => ({
        units: count,
        legs: count === 0n ? [] : [{ token, amount: lot === 0 ? count : -count }],
      })),
    })),
  )
  return {
    async readContract({ functionName, args }: { functionName: string; args?: readonly [Address] }) {
      if (functionName === 'codeOf') return [CAGE, READER]
      if (functionName === 'balanceOf') return held
      if (functionName === 'holdings') return counted
      if (functionName === 'getReserveData') return { aTokenAddress: POOL }
      const price = prices[args?.[0] ?? CAGE]
      if (price === undefined) throw new Error('its oracle does not answer')
      return price
    },
  } as unknown as Pick<ChainReader, 'readContract'>
}
const list = (...reserves: Parameters<typeof holding>[0]) => listOpen(holding(reserves))
const venue = { protocol: 'aave-v3' }

const listOpen = async (chain: ReturnType<typeof holding>) =>
  createKeeper(BOOK)?.listOpen(chain, CAGE, await readHoldings(chain, CAGE))

test('I57: a reserve is open as long as anything is supplied or owed in it, and by this reader alone', async () => {
  const open = await list([WETH, 1n, 0n], [DAI, 0n, 0n], [USDC, 0n, 1n])
  expect(open?.map(({ positionId }) => positionId).toSorted()).toEqual([WETH, USDC])
})

test('I71: debts end before what secures them comes out, in every reserve', async () => {
  const open = await list([WETH, 5n, 0n], [DAI, 0n, 3n], [USDC, 2n, 1n])
  expect(open).toHaveLength(3)
  expect(open?.at(-1)).toMatchObject({
    positionId: WETH,
    steps: [{ kind: 'withdraw', params: { token: WETH, everything: true, venue } }],
  })
  expect(open?.find(({ positionId }) => positionId === USDC)?.steps).toEqual([
    { kind: 'repay', params: { token: USDC, everything: true, venue } },
    { kind: 'withdraw', params: { token: USDC, everything: true, venue } },
  ])
})

describe('I57: a debt whose token is not there is closed out of what is worth most', () => {
  const reserves = [
    [DAI, 3n, 0n],
    [WETH, 2n, 0n],
    [USDC, 0n, 5n],
  ] as const
  const listWith = (funds: Parameters<typeof holding>[1]) => listOpen(holding(reserves, funds))
  const closes = (collateral: Address) => ({
    positionId: USDC,
    steps: [{ kind: 'close-leverage', params: { venue: { ...venue, collateral, debt: USDC } } }],
  })

  test('behavior: which its oracle says', async () => {
    const open = await listWith({ held: 4n, prices: { [DAI]: 10n ** 18n, [WETH]: 2n * 10n ** 18n } })
    expect(open?.[0]).toMatchObject(closes(WETH))
    expect(open?.map(({ positionId }) => positionId)).toEqual([USDC, DAI, WETH])
  })

  test('behavior: of those that it prices, or the first where it prices none', async () => {
    expect((await listWith({ held: 4n, prices: { [WETH]: 10n ** 18n } }))?.[0]).toMatchObject(closes(WETH))
    expect((await listWith({ held: 4n }))?.[0]).toMatchObject(closes(DAI))
  })

  test('behavior: and repaid where it is', async () =>
    expect((await listWith({ held: 5n }))?.[0]?.steps).toEqual([
      { kind: 'repay', params: { token: USDC, everything: true, venue } },
    ]))

  test('behavior: or out of what is supplied of it, where that suffices', async () => {
    const kindsOf = async (supplied: bigint) =>
      (await listOpen(holding([[USDC, supplied, 5n]], { held: 4n })))?.[0]?.steps.map(({ kind }) => kind)
    expect(await kindsOf(5n)).toEqual(['repay-with-collateral', 'withdraw'])
    expect(await kindsOf(1n)).toEqual(['repay-with-collateral', 'repay'])
  })

  test('behavior: and what is left of it out of another supply, however small that is', async () => {
    const of = async (supplied: bigint) =>
      (
        await listOpen(
          holding(
            [
              [USDC, supplied, 9n],
              [WETH, 1n, 0n],
            ],
            { held: 2n },
          ),
        )
      )?.find(({ positionId }) => positionId === USDC)?.steps
    const [bySupply, close] = [
      { kind: 'repay-with-collateral', params: { token: USDC, amountBaseUnits: String(2n ** 256n - 1n) } },
      { kind: 'close-leverage', params: { venue: { ...venue, collateral: WETH, debt: USDC } } },
    ]
    expect(await of(6n)).toEqual([bySupply, close])
    expect(await of(7n)).toEqual([
      bySupply,
      { kind: 'repay', params: { token: USDC, everything: true, venue } },
    ])
  })
})

test('I57: of what a reserve lent on as much comes out as is there', async () => {
  const taken = async (held: bigint) =>
    (await listOpen(holding([[WETH, 5n, 0n]], { held })))?.[0]?.steps.map(({ params }) => params)
  expect(await taken(5n)).toEqual([{ token: WETH, everything: true, venue }])
  expect(await taken(4n)).toEqual([{ token: WETH, amountBaseUnits: '4', venue }])
  // Nothing comes out of an empty one, which the action says.
  expect(await taken(0n)).toEqual([{ token: WETH, everything: true, venue }])
})

test('behavior: what ends it is actions of the catalogue', async () => {
  const open = await list([WETH, 5n, 1n])
  const known = ALL_ACTIONS.map(({ kind }) => kind.kind)
  expect(open?.[0]?.steps.map(({ kind }) => known.includes(kind))).toEqual([true, true])
})

test('behavior: where it is not deployed there is none', () =>
  expect(createKeeper({ ...BOOK, protocols: {} })).toBeUndefined())
