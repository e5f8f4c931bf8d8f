import { describe, expect, test } from 'vitest'
import { buildPolicy } from '../fixtures/build-policy.ts'
import { createLimitKeeper } from '../policy/limit-keeper.ts'
import { createListKeeper } from '../policy/list-keeper.ts'
import { createHaltLatch } from '../store/halt-latch.ts'
import { openSafetyDatabase } from '../store/open-database.ts'
import { createSafetyStore } from '../store/store.ts'
import { createOwnerOperations } from './owner-operations.ts'

const LIMITS = { perTransactionUsdc: 2n, perDayUsdc: 3n, hotLaneUsdc: 1n }

const LOSS = {
  protocol: 'lender',
  key: `0x${'01'.repeat(32)}`,
  kind: 'held',
  units: '5',
  reason: 'liquidation',
} as const

function createOperations(
  around: {
    isHalting?: boolean
    /** Whether a halt begins and ends while the other chains are asked. */
    haltsMeanwhile?: boolean
    isResolved?: boolean
    answersElsewhere?: boolean
    second?: number
  } = {},
) {
  const { second } = around
  const store = createSafetyStore(openSafetyDatabase(':memory:'))
  const latch = createHaltLatch(store)
  latch.trip('a reason', 1_000)
  latch.keep()
  const claimed: number[] = []
  const losses = [LOSS]
  let forgotten = 0
  let halted = 0
  const operations = createOwnerOperations({
    chain: { getTransactionCount: async () => 7 },
    secondProvider: second === undefined ? undefined : { getTransactionCount: async () => second },
    clock: { setTimer: () => () => undefined },
    latch,
    lease: { claim: (nonce) => void claimed.push(nonce) },
    books: {
      forget() {
        forgotten += 1
      },
      losses: () => losses,
      clearLosses: () => void losses.splice(0),
    },
    limits: createLimitKeeper(store, LIMITS, '0x01'),
    lists: createListKeeper(store, '0x01'),
    policy: buildPolicy(),
    operator: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
    async assertResolved() {
      if (around.isResolved === false) throw new Error('something is open')
    },
    isHalting: () => around.isHalting ?? false,
    countHalted: () => halted,
    async prepareClearElsewhere() {
      if (around.answersElsewhere === false) throw new Error('a chain does not answer')
      if (around.haltsMeanwhile) halted += 1
      return [() => void claimed.push(8)]
    },
  })
  return { operations, latch, claimed, store, losses, forgotten: () => forgotten }
}

describe('clear-halt', () => {
  test('default: the latch is lifted, audited, and the account claimed at its nonce', async () => {
    const { operations, latch, claimed, store, forgotten } = createOperations()
    const apply = await operations['clear-halt']({ haltedSinceMs: 1_000 })
    expect(latch.read()).toBeDefined()
    expect(apply()).toEqual({ cleared: true, nonce: 7 })
    expect(latch.read()).toBeUndefined()
    // The account of the other chain as well.
    expect(claimed).toEqual([7, 8])
    // What a halt sold is taken as it is found.
    expect(forgotten()).toBe(1)
    expect(store.readAudit(1, 9).map(({ kind }) => kind)).toEqual(['halt', 'facts', 'halt-cleared', 'facts'])
  })

  test('error: a chain that does not answer keeps the latch of all set', async () => {
    const { operations, latch, claimed } = createOperations({ answersElsewhere: false })
    await expect(operations['clear-halt']({ haltedSinceMs: 1_000 })).rejects.toThrow('does not answer')
    expect(latch.read()).toBeDefined()
    expect(claimed).toEqual([])
  })

  test.each([
    ['lower', 6],
    ['higher', 8],
  ])('I55: error: PROVIDERS_DISAGREE when the second provider shows a %s nonce', async (_, second) => {
    const { operations, latch, claimed } = createOperations({ second })
    const clear = operations['clear-halt']({ haltedSinceMs: 1_000 })
    await expect(clear).rejects.toMatchObject({ code: 'PROVIDERS_DISAGREE' })
    expect(latch.read()).toBeDefined()
    expect(claimed).toEqual([])
  })

  test('error: HALT_NOT_LATCHED for another halt than the owner saw', async () => {
    const { operations, latch } = createOperations()
    const apply = await operations['clear-halt']({ haltedSinceMs: 999 })
    expect(apply).toThrow(expect.objectContaining({ code: 'HALT_NOT_LATCHED', layer: 'halt' }))
    expect(latch.read()).toBeDefined()
  })

  test('I46: error: HALT_UNDER_WAY while one is carried out', async () => {
    const { operations, latch } = createOperations({ isHalting: true })
    const apply = await operations['clear-halt']({ haltedSinceMs: 1_000 })
    expect(apply).toThrow(expect.objectContaining({ code: 'HALT_UNDER_WAY', layer: 'halt' }))
    expect(latch.read()).toBeDefined()
  })

  test('I46: error: HALT_UNDER_WAY after one that used nonces while the account was read', async () => {
    const { operations, latch, claimed } = createOperations({ haltsMeanwhile: true })
    const apply = await operations['clear-halt']({ haltedSinceMs: 1_000 })
    expect(apply).toThrow(expect.objectContaining({ code: 'HALT_UNDER_WAY', layer: 'halt' }))
    expect(latch.read()).toBeDefined()
    expect(claimed).toEqual([])
  })

  test('I48: what is open keeps the halt', async () => {
    const { operations } = createOperations({ isResolved: false })
    await expect(operations['clear-halt']({ haltedSinceMs: 1_000 })).rejects.toThrow('something is open')
  })
})

describe('liquidate', () => {
  test('error: HALT_NOT_LATCHED for another halt than the owner saw, HALT_UNDER_WAY while one is carried out', async () => {
    const { operations } = createOperations()
    expect((await operations.liquidate({ haltedSinceMs: 1_000 }))()).toEqual({})
    expect(await operations.liquidate({ haltedSinceMs: 999 })).toThrow(
      expect.objectContaining({ code: 'HALT_NOT_LATCHED' }),
    )
    const halting = createOperations({ isHalting: true })
    expect(await halting.operations.liquidate({ haltedSinceMs: 1_000 })).toThrow(
      expect.objectContaining({ code: 'HALT_UNDER_WAY' }),
    )
  })
})

test.each([
  ['the hot lane is above what one action may spend', { hotLaneUsdc: '3' }],
  ['one action may spend more than a day', { perTransactionUsdc: '4' }],
])('I11: error: LIMITS_OUT_OF_ORDER where %s', async (_, changes) => {
  const { operations } = createOperations()
  const limits = { perTransactionUsdc: '2', perDayUsdc: '3', hotLaneUsdc: '2' }
  await expect(operations['set-spending-limits'](limits)).resolves.toBeTypeOf('function')
  await expect(operations['set-spending-limits']({ ...limits, ...changes })).rejects.toMatchObject({
    code: 'LIMITS_OUT_OF_ORDER',
  })
})

describe('clear-losses', () => {
  test('I53: the losses that the owner saw block risk no more', async () => {
    const { operations, losses } = createOperations()
    const apply = await operations['clear-losses']({ losses: [LOSS] })
    expect(losses).toHaveLength(1)
    expect(apply()).toEqual({ cleared: [LOSS] })
    expect(losses).toEqual([])
  })

  test('error: LOSSES_CHANGED for others than the owner saw', async () => {
    const { operations, losses } = createOperations()
    for (const seen of [[], [{ ...LOSS, units: '4' }], [LOSS, LOSS]]) {
      const apply = await operations['clear-losses']({ losses: seen })
      expect(apply).toThrow(expect.objectContaining({ code: 'LOSSES_CHANGED', layer: 'books' }))
    }
    expect(losses).toHaveLength(1)
  })
})

describe('set-allowlist', () => {
  const PAYEE = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'

  test('default: the change takes effect with the approval, not before', async () => {
    const { operations, store } = createOperations()
    const change = { list: 'recipient', address: PAYEE, isAllowed: true }
    const apply = await operations['set-allowlist'](change)
    expect(createListKeeper(store, '0x01').current()).toEqual([])
    expect(apply()).toEqual(change)
    expect(createListKeeper(store, '0x01').current()).toEqual([change])
  })

  test.each([
    'token',
    'target',
  ])('error: ALLOWLIST_RULE_MISSING for a %s that the policy does not list', async (list) => {
    const { operations } = createOperations()
    const change = (isAllowed: boolean) => operations['set-allowlist']({ list, address: PAYEE, isAllowed })
    await expect(change(true)).rejects.toMatchObject({
      code: 'ALLOWLIST_RULE_MISSING',
      layer: 'allowlist-guard',
    })
    await expect(change(false)).resolves.toBeTypeOf('function')
  })
})
