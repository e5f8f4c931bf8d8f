import { type Address, encodeFunctionResult, type Hex } from 'viem'
import { expect, test } from 'vitest'
import { policyCageAbi } from '../../../tools/core/generated/policy-cage-abi.ts'
import type { Lot, Position } from '../../../tools/core/position.ts'
import type { LawMoment } from './law.ts'
import { READER_IS_OBSERVE } from './reader-is-observe.ts'

const [CAGE, READER, TOKEN, FEED] = ['11', '22', '33', '44'].map((byte) => `0x${byte.repeat(20)}`) as [
  Address,
  Address,
  Address,
  Address,
]
const [KEY, PLACE, ELSEWHERE] = ['aa', 'bb', 'cc'].map((byte) => `0x${byte.repeat(32)}`) as [Hex, Hex, Hex]
const LOT: Lot = { units: 7n, index: 2n, legs: [{ token: TOKEN, amount: 14n }] }
const TRUTH: Position = { protocol: 'lender', key: KEY, place: PLACE, health: 5n, lots: [LOT] }

const answer = (positions: readonly Position[], readable = true) =>
  encodeFunctionResult({
    abi: policyCageAbi,
    functionName: 'holdings',
    result: positions.map(({ key, place, health, lots }) => ({
      reader: READER,
      key,
      place,
      health,
      readable,
      lots: lots.map(({ claimableFromSeconds = 0, ...lot }) => ({
        ...lot,
        claimableFrom: claimableFromSeconds,
      })),
    })),
  })

interface Scene {
  readonly counted: readonly Position[]
  readonly observed: readonly Position[]
  readonly readable?: boolean
  /** Units that the step before is seen to have moved under the key. */
  readonly moved?: bigint
  readonly headSeconds?: bigint
  readonly pricedAtSeconds?: bigint
}

function momentOf(scene: Scene): LawMoment {
  const {
    counted,
    observed,
    readable,
    moved = 0n,
    headSeconds = 1_000n,
    pricedAtSeconds = headSeconds,
  } = scene
  const policy = {
    readers: [{ address: READER, protocol: 'lender' }],
    assets: [{ token: TOKEN, feed: FEED, maxStalenessSeconds: 60 }],
  }
  const outcome = { positions: [{ protocol: 'lender', key: KEY, observedUnits: String(moved) }] }
  return {
    stage: { cage: CAGE, session: { policy }, readHoldings: async () => ({ positions: observed }) },
    client: {
      call: async () => ({ data: answer(counted, readable) }),
      readContract: async () => [1n, 1n, 0n, pricedAtSeconds, 1n],
    },
    headSeconds,
    outcome: { observation: { report: {}, outcome } },
  } as unknown as LawMoment
}
const check = async (scene: Scene) => READER_IS_OBSERVE.watch()(momentOf(scene))
const withLot = (change: Partial<Lot>): Position => ({ ...TRUTH, lots: [{ ...LOT, ...change }] })

test('I64: a reader that says what is observed breaks nothing', async () => {
  expect(await check({ counted: [TRUTH], observed: [TRUTH] })).toBeUndefined()
  expect(await check({ counted: [], observed: [] })).toBeUndefined()
  expect(await check({ counted: [withLot({ units: 0n, legs: [] })], observed: [] })).toBeUndefined()
})

test.each<[string, Position]>([
  ['units', withLot({ units: 8n })],
  ['an index', withLot({ index: 3n })],
  ['when a lot can be claimed', withLot({ claimableFromSeconds: 99 })],
  ['one base unit of a leg', withLot({ legs: [{ token: TOKEN, amount: 15n }] })],
  ['the side of a leg', withLot({ legs: [{ token: TOKEN, amount: -14n }] })],
  ['the token of a leg', withLot({ legs: [{ token: FEED, amount: 14n }] })],
  ['a lot', { ...TRUTH, lots: [LOT, LOT] }],
  ['a health', { ...TRUTH, health: 6n }],
  ['a place', { ...TRUTH, place: ELSEWHERE }],
  ['a key', { ...TRUTH, key: ELSEWHERE }],
])('I64: a reader that lies of %s is found', async (_, lie) => {
  const breach = await check({ counted: [lie], observed: [TRUTH] })
  expect(breach?.expected).toContain('under lender')
  expect(breach?.found).not.toBe('')
})

test('I65: a position that an action made and that no reader shows is found', async () => {
  expect(await check({ counted: [], observed: [TRUTH], moved: 7n })).toEqual({
    expected: 'every position that an action made to be counted',
    found: `nothing for lender ${KEY}`,
  })
  // What others gave is no action's: it need not be counted.
  expect(await check({ counted: [], observed: [TRUTH] })).toBeUndefined()
})

test('I65: a position that is counted twice is found, though each of the two is the truth', async () => {
  const elsewhere = { ...TRUTH, place: ELSEWHERE }
  expect(await check({ counted: [TRUTH, elsewhere], observed: [TRUTH, elsewhere] })).toBeUndefined()
  const empty = { ...TRUTH, lots: [] }
  expect(await check({ counted: [empty, empty], observed: [] })).toBeUndefined()
  expect(await check({ counted: [TRUTH, elsewhere, TRUTH], observed: [TRUTH, elsewhere] })).toEqual({
    expected: `lender ${KEY} counted once`,
    found: 'counted twice',
  })
})

test('behavior: without a fresh price legs may differ, and units may not', async () => {
  const legs = [{ token: TOKEN, amount: 15n }]
  const stale = { observed: [TRUTH], pricedAtSeconds: 939n }
  expect(await check({ ...stale, counted: [withLot({ legs })] })).toBeUndefined()
  expect(await check({ ...stale, counted: [withLot({ legs })], pricedAtSeconds: 940n })).toBeDefined()
  expect(await check({ ...stale, counted: [withLot({ units: 8n })] })).toBeDefined()
})

test('behavior: what cannot be read says nothing that could be a lie', async () =>
  expect(
    await check({ counted: [withLot({ units: 8n })], observed: [TRUTH], readable: false }),
  ).toBeUndefined())

test('I64: what changes without a later block is looked at', async () => {
  const watch = READER_IS_OBSERVE.watch()
  expect(await watch(momentOf({ counted: [TRUTH], observed: [TRUTH] }))).toBeUndefined()
  expect(await watch(momentOf({ counted: [withLot({ units: 8n })], observed: [TRUTH] }))).toBeDefined()
})
