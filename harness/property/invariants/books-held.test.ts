import type { Address, Hex } from 'viem'
import { expect, test } from 'vitest'
import type { Lot, Position } from '../../../tools/core/position.ts'
import type { WatchedBalance } from '../../oracle/oracle.ts'
import { BOOKS_HELD } from './books-held.ts'
import type { LawMoment } from './law.ts'

const TOKEN: Address = `0x${'11'.repeat(20)}`
const OTHER_TOKEN: Address = `0x${'22'.repeat(20)}`
const CAGE: Address = `0x${'33'.repeat(20)}`
const OTHER_ACCOUNT: Address = `0x${'44'.repeat(20)}`
const [KEY, OTHER]: [Hex, Hex] = [`0x${'aa'.repeat(32)}`, `0x${'bb'.repeat(32)}`]
const BOOKS = {
  least: [{ token: TOKEN, baseUnits: '50' }],
  lots: [
    { protocol: 'lender', key: KEY, lot: 0, kind: 'held', units: '7' },
    { protocol: 'lender', key: KEY, lot: 1, kind: 'owed', units: '3' },
  ],
}

interface Found {
  readonly balance?: bigint | undefined
  /** What the account has of another token. */
  readonly other?: bigint
  readonly held?: bigint
  readonly owed?: bigint
  readonly key?: Hex
  readonly books?: object
  readonly haltedSince?: number
  readonly report?: object | undefined
  readonly isIntact?: boolean
  readonly watched?: readonly Address[]
}

/** What the law says of a world in which this is found. */
async function check(found: Found) {
  const { held = 7n, owed = 3n, key = KEY, books = BOOKS, haltedSince, isIntact = true } = found
  const { watched = [OTHER_TOKEN, TOKEN] } = found
  const report = 'report' in found ? found.report : {}
  const balances = new Map([
    [TOKEN, 'balance' in found ? found.balance : 50n],
    [OTHER_TOKEN, found.other ?? 0n],
  ])
  const lot = (units: bigint): Lot => ({ units, index: 1n, legs: [] })
  const position: Position = { protocol: 'lender', key, place: KEY, health: 1n, lots: [lot(held), lot(owed)] }
  const elsewhere: Position = { ...position, protocol: 'another', key: KEY, lots: [lot(9n), lot(0n)] }
  return BOOKS_HELD.watch()({
    stage: {
      session: {
        store: { isMetaIntact: () => isIntact, readMeta: () => JSON.stringify(books) },
        agent: { safety: { view: { haltedSince: () => haltedSince } } },
      },
      cage: CAGE,
      oracle: {
        // Of another account, of which nothing is booked, there is plenty.
        watch: watched.flatMap((token) => [OTHER_ACCOUNT, CAGE].map((account) => ({ token, account }))),
        readBalancesOf: async (watch: readonly WatchedBalance[]) =>
          watch.map(({ token, account }) => (account === CAGE ? balances.get(token) : 0n)),
      },
      readHoldings: async () => ({
        balances: watched.flatMap((token) => [1_000n, balances.get(token)]),
        positions: [elsewhere, position],
      }),
    },
    outcome: { observation: { report } },
  } as unknown as LawMoment)
}

test('I53: what is there as booked, or better, breaks nothing', async () => {
  expect(await check({})).toBeUndefined()
  expect(await check({ balance: 51n, held: 8n, owed: 2n })).toBeUndefined()
})

test.each<[string, Found]>([
  ['a balance', { balance: 49n }],
  ['a balance that nobody watches', { balance: 49n, watched: [] }],
  ['a lot', { held: 6n }],
  ['a position', { key: OTHER }],
  ['what leaves', { books: { ...BOOKS, lots: [{ ...BOOKS.lots[0], kind: 'leaving' }] }, held: 6n }],
])('I53: less of %s than is booked is found', async (_, found) => {
  expect(await check(found)).toEqual({
    expected: expect.stringMatching(/^at least /),
    found: expect.any(String),
  })
})

test('behavior: a token that gives no answer is not gone', async () => {
  expect(await check({ balance: undefined })).toBeUndefined()
})

test('I53: more debt than is booked is found', async () => {
  expect(await check({ owed: 4n })).toEqual({
    expected: `at most 3 (owed in lender under ${KEY})`,
    found: '4',
  })
})

test('I53: less of one token is found behind others of which there is enough', async () => {
  const books = { ...BOOKS, least: [...BOOKS.least, { token: OTHER_TOKEN, baseUnits: '5' }] }
  expect(await check({ books, other: 5n })).toBeUndefined()
  expect(await check({ books, other: 4n })).toEqual({ expected: `at least 5 of ${OTHER_TOKEN}`, found: '4' })
})

test('behavior: what is new may have got another number, and what a halt sells no book follows', async () => {
  const lots = [{ ...BOOKS.lots[0], key: OTHER, isNew: true }]
  expect(await check({ books: { ...BOOKS, lots } })).toBeUndefined()
  expect(await check({ books: { ...BOOKS, lots: [...lots, ...BOOKS.lots] }, held: 6n })).toBeDefined()
  expect(await check({ held: 6n, haltedSince: 1 })).toBeUndefined()
})

test('behavior: nothing is said where the stack did nothing, where its books are damaged, or hold no lots', async () => {
  expect(await check({ held: 6n, report: undefined })).toBeUndefined()
  expect(await check({ held: 6n, isIntact: false })).toBeUndefined()
  expect(await check({ held: 6n, books: { least: BOOKS.least } })).toBeUndefined()
})
