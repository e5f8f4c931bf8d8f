import type { Address, Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { NO_EFFECT } from '../../core/call-decoder.ts'
import { buildTransferLog } from '../../core/fixtures/build-transfer-log.ts'
import type { WitnessedChange } from '../../core/loss-witness.ts'
import type { Lot, Pledge, Position } from '../../core/position.ts'
import { buildChain } from '../fixtures/build-chain.ts'
import { buildEvidence, EMPTY_STATE } from '../fixtures/build-evidence.ts'
import { buildAsset, buildPolicy } from '../fixtures/build-policy.ts'
import type { ActionClass } from '../policy/phases.ts'
import type { AssetRule } from '../policy/policy.ts'
import { openSafetyDatabase } from '../store/open-database.ts'
import { createSafetyStore } from '../store/store.ts'
import { BOOKS_KEY, createBookKeeper } from './books.ts'

const TOKEN: Address = `0x${'11'.repeat(20)}`
const ACCOUNT: Address = `0x${'aa'.repeat(20)}`
const OTHER_ACCOUNT: Address = `0x${'bb'.repeat(20)}`
const [KEY, OTHER]: [Hex, Hex] = [`0x${'01'.repeat(32)}`, `0x${'02'.repeat(32)}`]

/** What a log holds, with its block where that matters. */
type Logged<Event extends object> = Event & { readonly blockNumber?: bigint }

const isWithin = <Event extends object>(
  { blockNumber }: Logged<Event>,
  fromBlock: bigint,
  toBlock: bigint,
): boolean => blockNumber === undefined || (blockNumber >= fromBlock && blockNumber <= toBlock)

function openBooks(
  witnessed: readonly Logged<WitnessedChange>[] = [],
  asset: Partial<AssetRule> = {},
  withdrawals: readonly Logged<object>[] = [],
) {
  const database = openSafetyDatabase(':memory:')
  const store = createSafetyStore(database)
  const books = createBookKeeper({
    store,
    policy: buildPolicy({ assets: [buildAsset({ ...asset, token: TOKEN })] }),
    chain: buildChain({
      getContractEvents: async ({ fromBlock, toBlock }) =>
        withdrawals.filter((event) => isWithin(event, fromBlock as bigint, toBlock as bigint)) as never,
    }),
    secondProvider: undefined,
    witnesses: [
      {
        protocol: 'lender',
        readLog: async (_, { fromBlock, toBlock }) =>
          witnessed.filter((event) => isWithin(event, fromBlock, toBlock)),
      },
    ],
    clock: { setTimer: () => () => undefined },
    account: ACCOUNT,
  })
  return { database, store, books }
}

const lot = (units: bigint, isDebt = false): Lot => ({
  units,
  index: 1n,
  legs: units === 0n ? [] : [{ token: TOKEN, amount: isDebt ? -units : units }],
})
const position = (lots: readonly Lot[], key = KEY): Position => ({
  protocol: 'lender',
  key,
  place: KEY,
  health: 2n ** 256n - 1n,
  lots,
})
const positionsOf = (...positions: readonly Position[]) => ({ positions })

/** An account as it is found at a block: its balance of the one asset, and its positions. */
function at(
  blockNumber: bigint,
  found: {
    readonly held?: bigint
    readonly before?: { readonly positions: readonly Position[]; readonly problem?: string }
    readonly after?: { readonly positions: readonly Position[] }
    readonly actionClass?: ActionClass
    readonly pledges?: readonly Pledge[]
    readonly takesOut?: Hex
    readonly seconds?: bigint
  },
) {
  const { held = 0n, before = positionsOf(), after = before, actionClass = 'close-position' } = found
  return buildEvidence({
    actionClass,
    state: { ...EMPTY_STATE, balances: [held], blockNumber, timestampSeconds: found.seconds ?? 1_000n },
    balances: [{ token: TOKEN, before: held, after: held }],
    positions: { before, after, changes: [] },
    decoded: {
      leaves: [
        {
          ...NO_EFFECT,
          functionName: 'f',
          pledges: found.pledges ?? [],
          positions: found.takesOut
            ? [{ protocol: 'lender', contract: ACCOUNT, id: found.takesOut, change: 'decrease' }]
            : [],
        },
      ],
      undecodable: [],
      calls: [],
    },
  })
}
const denial = (code: string) => expect.objectContaining({ code, layer: 'books' })
const PLEDGE: Pledge = {
  legs: [
    { token: TOKEN, amount: -60n },
    { token: OTHER.slice(0, 42) as Address, amount: 1n },
  ],
  spender: ACCOUNT,
  to: ACCOUNT,
  untilSeconds: 2_000,
}

const HELD: Pledge = { ...PLEDGE, isHeld: true }

test('I34 I59: books that are not what the log says stop nothing and stay as they are', async () => {
  const { database, store, books } = openBooks()
  const evidence = buildEvidence()
  await books.check(evidence)
  expect(store.readMeta(BOOKS_KEY)).toBeDefined()
  database.exec(`DROP TRIGGER note_meta_delete; DELETE FROM meta WHERE key = '${BOOKS_KEY}'`)
  await expect(books.check(evidence)).resolves.toBeUndefined()
  expect(store.isMetaIntact(BOOKS_KEY)).toBe(false)
})

test.each([
  ['a token', {}],
  ['a rebasing token', { maxRebaseLossBps: 50 }],
])('I53: %s that does not answer while another is moved stays booked', async (_, asset) => {
  const { books } = openBooks([], asset)
  await books.check(at(1n, { held: 100n }))
  const found = at(2n, {})
  const silent = { ...found, state: { ...EMPTY_STATE, balances: [undefined], blockNumber: 2n } }
  await books.check(silent)
  books.write(books.foresee(silent, 0, true), [])
  await expect(books.check(at(3n, { held: 90n }))).rejects.toThrow(denial('UNEXPLAINED_DELTA'))
})

test('I53: what a transaction took out of the cage explains what is missing once: it itself, or what the books hold', async () => {
  const event = { args: { token: TOKEN, amount: 60n }, transactionHash: KEY, blockNumber: 2n }
  for (const [transactions, passes] of [
    [[], true],
    [[OTHER], true],
    [[OTHER, KEY], false],
  ] as const) {
    const { books } = openBooks([], {}, [event])
    await books.check(at(1n, { held: 100n }))
    books.write(books.foresee(at(1n, { held: 100n }), 0, true), transactions)
    const found = books.check(at(14n, { held: 40n }))
    if (passes) await found
    else await expect(found).rejects.toThrow(denial('UNEXPLAINED_DELTA'))
  }
})

test('I53: books that are lowered by an action hold what its transactions took out, until they are taken anew', async () => {
  const event = { args: { token: TOKEN, amount: 60n }, transactionHash: KEY, blockNumber: 2n }
  const { books } = openBooks([], {}, [event])
  await books.check(at(1n, { held: 100n }))
  books.lower({ blockNumber: '1', least: [{ token: TOKEN, baseUnits: '40' }] }, [KEY])
  await expect(books.check(at(14n, { held: 10n }))).rejects.toThrow(denial('UNEXPLAINED_DELTA'))
  await books.check(at(1n, { held: 100n }))
  await books.check(at(14n, { held: 40n }))
})

test('I53 I55: what waits for its withdrawal to be final waits on while its token does not answer', async () => {
  const event = { args: { token: TOKEN, amount: 60n }, transactionHash: KEY, blockNumber: 2n }
  const withdrawals = [event]
  const { books } = openBooks([], {}, withdrawals)
  const silent = (blockNumber: bigint) => ({
    ...at(blockNumber, {}),
    state: { ...EMPTY_STATE, balances: [undefined], blockNumber },
  })
  await books.check(at(1n, { held: 100n }))
  await books.check(at(3n, { held: 40n }))
  books.write(books.foresee(at(3n, { held: 40n }), 0, true), [])
  await books.check(silent(4n))
  // It is a lie, and the log shows it no more.
  withdrawals.length = 0
  await expect(books.check(at(5n, { held: 40n }))).rejects.toThrow(denial('UNEXPLAINED_DELTA'))
})

test('I53: what the owner took out while a token did not answer explains what is missing of it', async () => {
  const event = { args: { token: TOKEN, amount: 60n }, transactionHash: KEY, blockNumber: 2n }
  const silent = { ...at(3n, {}), state: { ...EMPTY_STATE, balances: [undefined], blockNumber: 3n } }
  for (const isMoved of [false, true]) {
    const { books } = openBooks([], {}, [event])
    await books.check(at(1n, { held: 100n }))
    await books.check(silent)
    if (isMoved) books.write(books.foresee(silent, 0, true), [])
    await expect(books.check(at(15n, { held: 40n }))).resolves.toBeUndefined()
  }
})

test('I53: a loss that is explained while a withdrawal is not final blocks risk once an exit was carried out', async () => {
  const event = { args: { token: TOKEN, amount: 60n }, transactionHash: KEY, blockNumber: 2n }
  const taken = { key: KEY, kind: 'held' as const, units: 30n, reason: 'liquidation', blockNumber: 2n }
  const { books } = openBooks([taken], {}, [event])
  await books.check(at(1n, { held: 100n, before: positionsOf(position([lot(100n)])) }))
  const found = { held: 40n, before: positionsOf(position([lot(70n)])) }
  await books.check(at(3n, found))
  books.write(books.foresee(at(3n, found), 0, true), [])
  await books.check(at(15n, found))
  await expect(books.check(at(16n, { ...found, actionClass: 'new-position' }))).rejects.toThrow(
    denial('LOSS_NOT_CLEARED'),
  )
  expect(books.losses()).toHaveLength(1)
})

test('I53: a withdrawal explains nothing that is missing since it, not in its own block either', async () => {
  const event = { args: { token: TOKEN, amount: 60n }, transactionHash: KEY, blockNumber: 1n }
  const { books } = openBooks([], {}, [event])
  await books.check(at(1n, { held: 100n }))
  await expect(books.check(at(14n, { held: 40n }))).rejects.toThrow(denial('UNEXPLAINED_DELTA'))
})

test('I55: of one provider a withdrawal is believed from the twelfth block on top of its own', async () => {
  const event = { args: { token: TOKEN, amount: 60n }, transactionHash: KEY, blockNumber: 2n }
  const { books } = openBooks([], {}, [event])
  await books.check(at(1n, { held: 100n }))
  const risk = (blockNumber: bigint) => books.check(at(blockNumber, { held: 40n, actionClass: 'rebalance' }))
  await expect(risk(13n)).rejects.toThrow(denial('WITHDRAWAL_NOT_FINAL'))
  await expect(risk(14n)).resolves.toBeUndefined()
})

test('I53: a rebase may take its share of what is left, not of what the owner took out beside it', async () => {
  const event = { args: { token: TOKEN, amount: 900n }, transactionHash: KEY, blockNumber: 2n }
  const { books } = openBooks([], { maxRebaseLossBps: 500 }, [event])
  await books.check(at(1n, { held: 1_000n }))
  await expect(books.check(at(14n, { held: 94n }))).rejects.toThrow(denial('UNEXPLAINED_DELTA'))
  await expect(books.check(at(14n, { held: 95n }))).resolves.toBeUndefined()
})

describe('units', () => {
  const FULL = positionsOf(position([lot(100n), lot(40n, true)]))
  const find = async (after: ReturnType<typeof positionsOf>, witnessed: readonly WitnessedChange[] = []) => {
    const { books } = openBooks(witnessed)
    await books.check(at(1n, { before: FULL }))
    await books.check(at(2n, { before: after }))
  }

  test('I53: what is there, what came unasked and debt that vanished pass', async () => {
    await find(FULL)
    await find(positionsOf(position([lot(101n), lot(39n, true)]), position([lot(5n)], OTHER)))
  })

  test.each([
    ['units that are gone', positionsOf(position([lot(99n), lot(40n, true)]))],
    ['a position that is gone', positionsOf()],
    ['a debt that grew', positionsOf(position([lot(100n), lot(41n, true)]))],
    ['a debt that was not there', positionsOf(...FULL.positions, position([lot(1n, true)], OTHER))],
    ['a debt that grew as much as was held of it', positionsOf(position([lot(141n), lot(81n, true)]))],
  ])('I53: %s is unexplained', async (_, found) => {
    await expect(find(found)).rejects.toThrow(denial('UNEXPLAINED_UNITS'))
  })

  test('I53: an event that accounts for less than is gone explains nothing', async () => {
    const gone = positionsOf(position([lot(90n), lot(40n, true)]))
    const event = { key: KEY, kind: 'held', reason: 'liquidation' } as const
    await expect(find(gone, [{ ...event, units: 7n }])).rejects.toThrow(denial('UNEXPLAINED_UNITS'))
    await expect(find(gone, [{ ...event, units: 10n, key: OTHER }])).rejects.toThrow()
    await expect(find(gone, [{ ...event, units: 10n, kind: 'owed' }])).rejects.toThrow()
    await find(gone, [{ ...event, units: 10n }])
    // What a protocol rounds off, once for each event.
    await find(gone, [{ ...event, units: 8n }])
    await find(
      gone,
      [3n, 3n].map((units) => ({ ...event, units })),
    )
    await expect(
      find(
        gone,
        [3n, 2n].map((units) => ({ ...event, units })),
      ),
    ).rejects.toThrow()
  })

  test('I53: an event that took of one lot explains nothing of another one of its kind', async () => {
    const two = (units: bigint) => positionsOf(position([lot(100n), lot(units)]))
    const event = { key: KEY, kind: 'held', units: 30n, reason: 'liquidation' } as const
    for (const [place, passes] of [
      [0, false],
      [1, true],
    ] as const) {
      const { books } = openBooks([{ ...event, lot: place }])
      await books.check(at(1n, { before: two(60n) }))
      const found = books.check(at(2n, { before: two(30n) }))
      if (passes) await found
      else await expect(found).rejects.toThrow(denial('UNEXPLAINED_UNITS'))
    }
  })

  test('I53: an event of the block that the books were taken in explains no loss after it', async () => {
    const event = { key: KEY, kind: 'held', units: 30n, reason: 'liquidation', blockNumber: 1n } as const
    const { books } = openBooks([event])
    await books.check(at(1n, { before: FULL }))
    const left = positionsOf(position([lot(70n), lot(40n, true)]))
    await expect(books.check(at(2n, { before: left }))).rejects.toThrow(denial('UNEXPLAINED_UNITS'))
  })

  test('I53: an explained loss blocks risk until the owner clears it, and lets exits pass', async () => {
    const { books } = openBooks([{ key: KEY, kind: 'held', units: 30n, reason: 'liquidation' }])
    await books.check(at(1n, { before: FULL }))
    const before = positionsOf(position([lot(70n), lot(20n, true)]))
    const risk = at(2n, { before, actionClass: 'increase-position' })
    await expect(books.check(risk)).rejects.toThrow(denial('LOSS_NOT_CLEARED'))
    await books.check(at(3n, { before, actionClass: 'decrease-position' }))
    // Neither an exit nor what it leaves in the books ends it.
    books.write(books.foresee(at(3n, { before }), 0, true), [])
    await expect(books.check(at(4n, { before, actionClass: 'rebalance' }))).rejects.toThrow(
      denial('LOSS_NOT_CLEARED'),
    )
    expect(books.losses()).toMatchObject([{ reason: 'liquidation', units: '30' }])
    books.clearLosses()
    await books.check(at(5n, { before, actionClass: 'increase-position' }))
  })

  test('I53: a loss is cleared by nothing but its clearing, and not by taking the account as it is found', async () => {
    const { books } = openBooks([{ key: KEY, kind: 'held', units: 30n, reason: 'liquidation' }])
    const left = positionsOf(position([lot(70n)]))
    await books.check(at(1n, { before: positionsOf(position([lot(100n)])) }))
    await books.check(at(2n, { before: left }))
    books.forget()
    const risk = at(3n, { before: left, actionClass: 'new-position' })
    await expect(books.check(risk)).rejects.toThrow(denial('LOSS_NOT_CLEARED'))
    books.clearLosses()
    await expect(books.check(risk)).resolves.toBeUndefined()
  })

  test('I53: what cannot be read is not gone, and stays booked', async () => {
    const { books } = openBooks()
    await books.check(at(1n, { before: FULL }))
    await books.check(at(2n, { before: { positions: [], problem: 'it hangs' } }))
    await expect(books.check(at(3n, {}))).rejects.toThrow(denial('UNEXPLAINED_UNITS'))
  })

  test('I53: what others took while it could not be read is explained by their events', async () => {
    const event = { key: KEY, kind: 'held' as const, units: 30n, reason: 'liquidation', blockNumber: 2n }
    const unread = { positions: [], problem: 'no answer' }
    const left = positionsOf(position([lot(70n), lot(40n, true)]))
    for (const isMoved of [false, true]) {
      const { books } = openBooks([event])
      await books.check(at(1n, { before: FULL }))
      await books.check(at(3n, { before: unread }))
      if (isMoved) books.write(books.foresee(at(3n, { before: unread }), 0, true), [])
      await expect(books.check(at(4n, { before: left }))).resolves.toBeUndefined()
      expect(books.losses()).toMatchObject([{ key: KEY, units: '30', reason: 'liquidation' }])
      // It explains that one loss and none after it.
      await expect(
        books.check(at(5n, { before: positionsOf(position([lot(40n), lot(40n, true)])) })),
      ).rejects.toThrow(denial('UNEXPLAINED_UNITS'))
    }
  })

  test('I53: what an action took out while it could not be read is not missing, anything else is', async () => {
    const unread = { positions: [], problem: 'it hangs' }
    for (const [takesOut, passes] of [
      [KEY, true],
      [OTHER, false],
    ] as const) {
      const { books } = openBooks()
      await books.check(at(1n, { before: FULL }))
      books.write(books.foresee(at(2n, { before: unread, takesOut }), 0, true), [])
      const found = books.check(at(3n, { before: positionsOf(position([lot(1n)])) }))
      if (passes) await found
      else await expect(found).rejects.toEqual(denial('UNEXPLAINED_UNITS'))
    }
  })

  test('behavior: what an action leaves is expected within its tolerance, under whatever number it opened', async () => {
    const { books } = openBooks()
    await books.check(at(1n, { before: FULL }))
    const after = positionsOf(...FULL.positions, position([lot(1_000n)], OTHER))
    books.write(books.foresee(at(1n, { before: FULL, after }), 50, true), [])
    const found = (units: bigint) =>
      positionsOf(...FULL.positions, position([lot(units)], `0x${'03'.repeat(32)}`))
    await expect(books.check(at(2n, { before: found(994n) }))).rejects.toThrow(denial('UNEXPLAINED_UNITS'))
    await books.check(at(2n, { before: found(995n) }))
  })
})

test('I17 I53: what is left of what passed through may be less by the tolerance of all that passed', async () => {
  const passed = [
    buildTransferLog(TOKEN, OTHER_ACCOUNT, ACCOUNT, 1_010n),
    buildTransferLog(TOKEN, ACCOUNT, OTHER_ACCOUNT, 1_000n),
  ]
  for (const [logs, least] of [
    [passed, 105n],
    [passed.slice(0, 1), 109n],
  ] as const) {
    const { books } = openBooks()
    await books.check(at(1n, { held: 100n }))
    const around = {
      ...at(1n, { held: 100n }),
      balances: [{ token: TOKEN, before: 100n, after: 110n }],
      simulation: {
        calls: [{ ok: true, returnData: '0x', gasUsed: 1n, logs }],
        before: EMPTY_STATE,
        after: EMPTY_STATE,
      } as const,
    }
    books.write(books.foresee(around, 50, true), [])
    await expect(books.check(at(2n, { held: least - 1n }))).rejects.toThrow(denial('UNEXPLAINED_DELTA'))
    await books.check(at(2n, { held: least }))
  }
})

describe('pledges', () => {
  test('I53 I70: what is missing by as much as was pledged is a fill, once', async () => {
    const { books } = openBooks()
    await books.check(at(1n, { held: 100n }))
    books.write(books.foresee(at(1n, { held: 100n, pledges: [PLEDGE] }), 0, true), [])
    await books.check(at(2n, { held: 60n }))
    await books.check(at(3n, { held: 40n }))
    await expect(books.check(at(4n, { held: 39n }))).rejects.toThrow(denial('UNEXPLAINED_DELTA'))
  })

  test('I53 I70: one that was not made, or that has ended, covers nothing', async () => {
    const { books } = openBooks()
    await books.check(at(1n, { held: 100n }))
    books.write(books.foresee(at(1n, { held: 100n, pledges: [PLEDGE] }), 0, false), [])
    await expect(books.check(at(2n, { held: 99n }))).rejects.toThrow(denial('UNEXPLAINED_DELTA'))
    books.write(books.foresee(at(2n, { held: 100n, pledges: [PLEDGE] }), 0, true), [])
    await books.check(at(3n, { held: 100n, seconds: 2_001n }))
    await expect(books.check(at(4n, { held: 99n, seconds: 2_002n }))).rejects.toThrow()
  })

  test('I53 I70: an order that holds what it offers is filled by its pledge', async () => {
    const { books } = openBooks()
    const order = positionsOf(position([lot(60n)]))
    await books.check(at(1n, {}))
    books.write(books.foresee(at(1n, { after: order, pledges: [HELD] }), 0, true), [])
    await books.check(at(2n, { before: order }))
    await books.check(at(3n, {}))
  })

  /** Books of an order that holds what it offers, and of a position that holds more of the same. */
  const openOrder = async (...drawn: Parameters<typeof openBooks>) => {
    const { books } = openBooks(...drawn)
    const [order, other] = [position([lot(60n)]), position([lot(60n)], OTHER)]
    const found = { held: 100n, before: positionsOf(order, other) }
    await books.check(at(1n, found))
    books.write(books.foresee(at(1n, { ...found, pledges: [HELD] }), 0, true), [])
    return { books, order, other }
  }

  test('I53 I70: a loss beside it that its pledge does not cover leaves the pledge of an order as it is', async () => {
    const event = { key: OTHER, kind: 'held', units: 60n, reason: 'liquidation', blockNumber: 2n } as const
    const { books, order } = await openOrder([event])
    const worthMore = { ...lot(60n), legs: [{ token: TOKEN, amount: 70n }] }
    await books.check(at(1n, { held: 100n, before: positionsOf(order, position([worthMore], OTHER)) }))
    await books.check(at(2n, { held: 100n, before: positionsOf(order) }))
    await expect(books.check(at(3n, { held: 100n }))).resolves.toBeUndefined()
  })

  test('I53 I70: an order that is filled while a withdrawal is not final covers nothing more', async () => {
    const event = { args: { token: TOKEN, amount: 60n }, transactionHash: KEY, blockNumber: 2n }
    const { books, other } = await openOrder([], {}, [event])
    await books.check(at(3n, { held: 40n, before: positionsOf(other) }))
    await expect(books.check(at(4n, { held: 40n }))).rejects.toThrow(denial('UNEXPLAINED_UNITS'))
  })

  test('I53 I70: what an order holds is missing in no wallet, and what it may take of one in no position', async () => {
    const { books } = openBooks()
    await books.check(at(1n, { held: 100n }))
    books.write(books.foresee(at(1n, { held: 100n, pledges: [HELD] }), 0, true), [])
    await expect(books.check(at(2n, { held: 99n }))).rejects.toThrow(denial('UNEXPLAINED_DELTA'))
    const order = positionsOf(position([lot(60n)]))
    const other = openBooks().books
    await other.check(at(1n, {}))
    other.write(other.foresee(at(1n, { after: order, pledges: [PLEDGE] }), 0, true), [])
    await expect(other.check(at(2n, {}))).rejects.toThrow(denial('UNEXPLAINED_UNITS'))
  })

  test('I53 I70: what a fill took of a token that rebases is missing once, whatever the rebase took beside it', async () => {
    const { books } = openBooks([], { maxRebaseLossBps: 100 })
    await books.check(at(1n, { held: 1_000n }))
    books.write(books.foresee(at(1n, { held: 1_000n, pledges: [PLEDGE] }), 0, true), [])
    await books.check(at(2n, { held: 939n }))
    await expect(books.check(at(3n, { held: 939n }))).resolves.toBeUndefined()
    await expect(books.check(at(4n, { held: 929n }))).rejects.toThrow(denial('UNEXPLAINED_DELTA'))
  })

  test('behavior: they outlive that the account is taken as it is found', async () => {
    const { books } = openBooks()
    books.write(books.foresee(at(1n, { held: 100n, pledges: [PLEDGE] }), 0, true), [])
    books.forget()
    await books.check(at(2n, { held: 100n }))
    await books.check(at(3n, { held: 40n }))
  })
})
