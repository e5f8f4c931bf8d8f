import { type Address, pad } from 'viem'
import { expect, test } from 'vitest'
import type { AddressBook } from '../../core/address-book.ts'
import type { ChainReader } from '../../core/chain.ts'
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

/** A cage that counts units of what is supplied and owed in reserves, and as many by another reader. */
function holding(reserves: readonly (readonly [token: Address, supplied: bigint, owed: bigint])[]) {
  const counted = reserves.flatMap(([token, ...units]) =>
    [READER, OTHER_READER].map((reader) => ({
      reader,
      key: pad(token),
      lots: units.map((count) => ({ units: count })),
    })),
  )
  return {
    readContract: async ({ functionName }: { readonly functionName: string }) =>
      functionName === 'codeOf' ? [CAGE, READER] : counted,
  } as unknown as Pick<ChainReader, 'readContract'>
}
const list = (...reserves: Parameters<typeof holding>[0]) =>
  createKeeper(BOOK)?.listOpen(holding(reserves), CAGE)
const venue = { protocol: 'aave-v3' }

test('I57: a reserve is open as long as anything is supplied or owed in it, and by this reader alone', async () => {
  const open = await list([WETH, 1n, 0n], [DAI, 0n, 0n], [USDC, 0n, 1n])
  expect(open?.map(({ positionId }) => positionId).toSorted()).toEqual([WETH, USDC])
})

test('I71: debts end before what secures them comes out, in every reserve', async () => {
  const open = await list([WETH, 5n, 0n], [DAI, 0n, 3n], [USDC, 2n, 1n])
  expect(open).toHaveLength(3)
  expect(open?.at(-1)).toEqual({
    positionId: WETH,
    steps: [{ kind: 'withdraw', params: { token: WETH, everything: true, venue } }],
  })
  expect(open?.find(({ positionId }) => positionId === USDC)?.steps).toEqual([
    { kind: 'repay', params: { token: USDC, everything: true, venue } },
    { kind: 'withdraw', params: { token: USDC, everything: true, venue } },
  ])
})

test('behavior: what ends it is actions of the catalogue', async () => {
  const open = await list([WETH, 5n, 1n])
  const known = ALL_ACTIONS.map(({ kind }) => kind.kind)
  expect(open?.[0]?.steps.map(({ kind }) => known.includes(kind))).toEqual([true, true])
})

test('behavior: where it is not deployed there is none', () =>
  expect(createKeeper({ ...BOOK, protocols: {} })).toBeUndefined())
