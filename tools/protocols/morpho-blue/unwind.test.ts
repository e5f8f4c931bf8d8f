import { type Address, type Hex, pad } from 'viem'
import { expect, test } from 'vitest'
import type { AddressBook } from '../../core/address-book.ts'
import type { ChainReader } from '../../core/chain.ts'
import { readHoldings } from '../../core/position-keeper.ts'
import { ALL_ACTIONS } from '../../profiles/generated/registry.ts'
import { createKeeper } from './unwind.ts'

const [CAGE, MORPHO, READER, OTHER_READER, LOAN] = ['c1', 'a1', 'b1', 'b2', 'd1'].map((byte) =>
  pad(`0x${byte}`, { size: 20 }),
) as [Address, Address, Address, Address, Address]
const MARKET = pad('0x07')
const BOOK: AddressBook = {
  chainId: 1,
  nativeSymbol: 'ETH',
  tokens: [],
  protocols: { 'morpho-blue': { morpho: MORPHO, irm: MORPHO, publicAllocator: MORPHO } },
}

/** What was lent to the market in all, 10^6 shares for each base unit, and what of it is borrowed. */
const SUPPLIED = 10n ** 9n

interface Shares {
  /** Of the loan token. */
  readonly held?: bigint
  /** What the cage says is owed; nothing where its reader fails. */
  readonly counted?: bigint
  readonly borrowed?: bigint
  readonly supplyShares?: bigint
  readonly borrowShares?: bigint
  readonly collateral?: bigint
}
const NONE = { legs: [] }
const owed = (counted: bigint | undefined) =>
  counted === undefined ? NONE : { legs: [{ token: LOAN, amount: -counted }] }
/** A cage that counts one market, another by another reader, and has so much in the first. */
const holding = (shares: Shares) =>
  ({
    readContract: async ({ functionName, args: [market] = [] }: { functionName: string; args?: Hex[] }) => {
      if (functionName === 'codeOf') return [CAGE, READER]
      if (functionName === 'idToMarketParams') return { loanToken: LOAN }
      if (functionName === 'balanceOf') return shares.held ?? 0n
      if (functionName === 'market') {
        return {
          totalSupplyAssets: SUPPLIED,
          totalSupplyShares: SUPPLIED * 10n ** 6n,
          totalBorrowAssets: shares.borrowed ?? 0n,
          totalBorrowShares: (shares.borrowed ?? 0n) * 10n ** 6n,
        }
      }
      if (functionName === 'holdings') {
        return [
          { reader: READER, key: MARKET, lots: [NONE, NONE, owed(shares.counted)] },
          { reader: OTHER_READER, key: pad('0x08') },
        ]
      }
      if (market !== MARKET) throw new Error(`${market} is counted by another reader`)
      return { supplyShares: 0n, borrowShares: 0n, collateral: 0n, ...shares }
    },
  }) as unknown as Pick<ChainReader, 'readContract'>
const steps = async (shares: Shares) => {
  const open = await listOpen(holding(shares))
  return open?.flatMap((position) => position.steps)
}

const venue = { protocol: 'morpho-blue', market: MARKET }
const CLOSE = { kind: 'close-leverage', params: { venue } }
const REPAY = { kind: 'repay', params: { token: LOAN, everything: true, venue } }
const TAKE_OUT = {
  kind: 'withdraw-collateral',
  params: { market: MARKET, everything: true },
}
const WITHDRAW = { kind: 'withdraw', params: { token: LOAN, everything: true, venue } }

const listOpen = async (chain: ReturnType<typeof holding>) =>
  createKeeper(BOOK)?.listOpen(chain, CAGE, await readHoldings(chain, CAGE))

test('I57: a market is open as long as anything is lent, owed or posted in it', async () => {
  expect(await steps({})).toEqual([])
  expect(await steps({ supplyShares: 1n })).toEqual([WITHDRAW])
  expect(await steps({ collateral: 1n })).toEqual([TAKE_OUT])
  expect(await steps({ borrowShares: 1n })).toEqual([CLOSE])
})

test('I71: a debt is closed out of its collateral, which does not come out before', async () => {
  expect(await steps({ borrowShares: 1n, collateral: 1n })).toEqual([CLOSE])
  expect(await steps({ borrowShares: 1n, collateral: 1n, supplyShares: 1n })).toEqual([CLOSE, WITHDRAW])
  expect(await steps({ collateral: 1n, supplyShares: 1n })).toEqual([TAKE_OUT, WITHDRAW])
})

test('I57: a debt whose token is there is repaid, which asks neither price nor health', async () => {
  const owing = { borrowed: 1_000n, borrowShares: 500n * 10n ** 6n, collateral: 1n }
  expect(await steps({ ...owing, held: 499n })).toEqual([CLOSE])
  expect(await steps({ ...owing, held: 500n })).toEqual([REPAY, TAKE_OUT])
  // Interest that nobody booked yet is owed as well.
  expect(await steps({ ...owing, held: 500n, counted: 501n })).toEqual([CLOSE])
  expect(await steps({ ...owing, held: 501n, counted: 501n })).toEqual([REPAY, TAKE_OUT])
})

test('I57: of what a market lent on as much comes out as is there', async () => {
  const supplyShares = 3_000n * 10n ** 6n
  const taken = async (free: bigint) =>
    (await steps({ supplyShares, borrowed: SUPPLIED - free }))?.[0]?.params
  expect(await taken(3_000n)).toEqual(WITHDRAW.params)
  expect(await taken(2_999n)).toEqual({ token: LOAN, amountBaseUnits: '2999', venue })
  // Nothing comes out of an empty one, which the action says.
  expect(await taken(0n)).toEqual(WITHDRAW.params)
})

test('behavior: what ends it is actions of the catalogue', () => {
  const known = ALL_ACTIONS.map(({ kind }) => kind.kind)
  expect([CLOSE, REPAY, TAKE_OUT, WITHDRAW].filter(({ kind }) => !known.includes(kind))).toEqual([])
})

test('behavior: where it is not deployed there is none', () =>
  expect(createKeeper({ ...BOOK, protocols: {} })).toBeUndefined())
