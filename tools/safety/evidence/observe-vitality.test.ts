import { expect, test } from 'vitest'
import { createEventBus } from '../../core/events.ts'
import { buildChain } from '../fixtures/build-chain.ts'
import { buildPolicy } from '../fixtures/build-policy.ts'
import { createPhaseKeeper } from '../policy/phase-keeper.ts'
import { CLOCKS_KEY } from '../store/chain-keys.ts'
import { openSafetyDatabase } from '../store/open-database.ts'
import { createSafetyStore } from '../store/store.ts'
import { observeVitality } from './observe-vitality.ts'

const NOW = 1_000
const policy = buildPolicy({
  maxClockSkewSeconds: 60,
  phaseDwellSeconds: 0,
  vitality: {
    thrivingFromBps: 7_000,
    cautiousFromBps: 5_000,
    defensiveFromBps: 3_000,
    survivalFromBps: 1,
    gasReserveWei: 1n,
  },
})

/** A layer that is thriving, over a node that says this of the drawdown, of at most 1000 bps, and of the time. */
function open({ drawdownBps = 0n, timestamp = BigInt(NOW), sealing = Promise.resolve() } = {}) {
  const store = createSafetyStore(openSafetyDatabase(':memory:'))
  const phases = createPhaseKeeper({
    store,
    events: createEventBus(),
    dwellSeconds: 0,
    initial: 'thriving',
    nowWallMs: 0,
  })
  let sealed = 0
  const observe = () =>
    observeVitality({
      chain: buildChain({
        readContract: async ({ functionName }) =>
          functionName === 'policy' ? { maxDrawdownBps: 1_000 } : drawdownBps,
        getBalance: async () => 1n,
        getBlock: async () => ({ timestamp }),
      }),
      secondProvider: undefined,
      store,
      clock: { wallMs: () => NOW * 1_000, tick: () => 1, setTimer: () => () => undefined },
      policy,
      phases,
      account: `0x${'aa'.repeat(20)}`,
      sender: `0x${'bb'.repeat(20)}`,
      async seal() {
        await sealing
        sealed += 1
      },
    })
  return { observe, store, sealed: () => sealed }
}

test('default: what stays as it is is not sealed', async () => {
  const { observe, sealed } = open()
  expect((await observe()).phase).toBe('thriving')
  expect(sealed()).toBe(0)
})

test('I59: a phase that becomes worse is sealed, so that an older copy brings none back', async () => {
  const { observe, sealed } = open({ drawdownBps: 600n })
  expect((await observe()).phase).toBe('defensive')
  expect(sealed()).toBe(1)
})

test('I28: at a head that is far from the time of this machine nothing is known, sealed once, and no clock is raised', async () => {
  const { observe, store, sealed } = open({ timestamp: BigInt(NOW + 61) })
  expect((await observe()).phase).toBeUndefined()
  await observe()
  expect(sealed()).toBe(1)
  expect(store.readMeta(CLOCKS_KEY)).toBeUndefined()
})

test.each([
  ['a worse phase', { drawdownBps: 600n }],
  ['that nothing is known', { timestamp: BigInt(NOW + 61) }],
])('I59: nobody is told of %s before that is sealed', async (_, shown) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const { observe, sealed } = open({ ...shown, sealing: promise })
  const sealedWhenTold = observe().then(sealed)
  // All that does not wait for the seal has come to its end by then.
  await new Promise(setImmediate)
  resolve()
  expect(await sealedWhenTold).toBe(1)
})
