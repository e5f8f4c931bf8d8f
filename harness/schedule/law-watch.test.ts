import type { Address } from 'viem'
import { expect, test } from 'vitest'
import type { LawMoment } from '../property/invariants/law.ts'
import { ACTORS } from '../world/actors.ts'
import { createLawWatch, type LawWatch } from './law-watch.ts'

const USDC: Address = `0x${'11'.repeat(20)}`
const PLACE = { index: 0, line: 1, title: 'commit' }
const HEAD_SECONDS = 1_000n

let spends = 0

/** A moment right after a commit took an amount out of the cage: 60 are allowed in a day. */
function spend(usdc: bigint, step: object = {}): LawMoment {
  spends += 1
  const [transactionHash, permitId] = [`transaction ${spends}`, `permit ${spends}`]
  const store = {
    listPermits: () => [],
    findPermit: () => undefined,
    findLedgerEntry: () => ({ amountUsdc: 60n }),
    findMeta: () => undefined,
    readAudit: () => [],
    auditHead: () => ({ entries: 0 }),
    ledgerAfter: () => [],
    isMetaIntact: () => false,
  }
  const view = {
    phase: () => ({ phase: 'thriving' }),
    haltedSince: () => undefined,
    verifyAudit: () => ({ ok: true }),
  }
  const policy = {
    assets: [{ token: USDC, isNumeraire: true, decimals: 6 }],
    limits: { perTransactionUsdc: 60n, perDayUsdc: 60n },
    readers: [],
    spenders: [],
  }
  const report = { permitId, body: {}, receipt: { transactionHash, status: 'success', logs: [] } }
  const block = {
    ...{ number: 1n, hash: `block ${spends}`, parentHash: 'first', timestamp: HEAD_SECONDS },
    transactions: [{ hash: transactionHash, from: USDC, nonce: spends }],
  }
  const observation = {
    events: [],
    report,
    reports: [report],
    observed: [{ token: USDC, deltaBaseUnits: -usdc }],
  }
  return {
    stage: {
      firstBlock: 0n,
      session: { store, policy, agent: { safety: { view } } },
      processes: { hasSeveral: false },
      clock: { wallMs: () => 0 },
      faults: { disk: {} },
      oracle: { tryAllowances: async () => [] },
    },
    client: {
      getBlock: async ({ blockHash = block.hash }) => (blockHash === block.hash ? block : { number: 0n }),
    },
    headSeconds: HEAD_SECONDS,
    action: { kind: 'commit' },
    outcome: { observation, ...step },
    phase: 'thriving',
  } as unknown as LawMoment
}

const lawsOf = async (watch: LawWatch, moment: LawMoment) =>
  (await watch.check(moment, PLACE)).map(({ law }) => law)

test('I12: what the chain showed as spent counts although the store is another one', async () => {
  for (const [usdc, laws] of [
    [20n, []],
    [21n, ['law.observed-spend']],
  ] as const) {
    const watch = createLawWatch()
    expect(await lawsOf(watch, spend(40n))).toEqual([])
    watch.follow({ store: 'replaced' })
    watch.follow({ store: 'opened' })
    expect(await lawsOf(watch, spend(usdc))).toEqual(laws)
  }
})

test('I1: what is spent on one chain of an agent counts on the others', async () => {
  const watch = createLawWatch()
  const beside = createLawWatch(watch.agent)
  expect(await lawsOf(watch, spend(40n))).toEqual([])
  expect(await lawsOf(beside, spend(20n))).toEqual([])
  expect(await lawsOf(beside, spend(1n))).toEqual(['law.observed-spend'])
})

test('I1: what another agent of the account spends counts by its own limits', async () => {
  const watch = createLawWatch()
  expect(await lawsOf(watch, spend(60n))).toEqual([])
  watch.follow({ actsAs: 'second' })
  expect(await lawsOf(watch, spend(60n))).toEqual([])
  watch.follow({ actsAs: 'first' })
  expect(await lawsOf(watch, spend(1n))).toEqual(['law.observed-spend'])
})

test('behavior: a past that ended with its store is over, whichever agent acted since', async () => {
  const holding = (...permits: readonly object[]) => {
    const moment = spend(0n)
    const { stage } = moment
    const store = { ...stage.session.store, listPermits: () => permits }
    const session = { ...stage.session, store }
    return { ...moment, stage: { ...stage, session } } as unknown as LawMoment
  }
  const watch = createLawWatch()
  expect(await lawsOf(watch, holding({ permitId: 'a', state: 'pending' }))).toEqual([])
  watch.follow({ store: 'replaced' })
  watch.follow({ store: 'opened' })
  expect(await lawsOf(watch, holding({ permitId: 'b', state: 'pending' }))).toEqual([])
  watch.follow({ actsAs: 'second' })
  watch.follow({ actsAs: 'first' })
  expect(await lawsOf(watch, holding({ permitId: 'b', state: 'pending' }))).toEqual([])
  expect(await lawsOf(watch, holding())).toEqual(['law.permit-states'])
})

test('I13: what a store signed for a permit is known although the store is another one when it is mined', async () => {
  const sent = spend(0n)
  const [hash, permitId] = ['sent before', 'permit']
  const signed = {
    listPermits: () => [{ permitId, state: 'committing' }],
    listTransactions: () => [{ hash }],
    readAudit: () => [{ index: 1, kind: 'consumed', body: JSON.stringify({ permitId }) }],
    auditHead: () => ({ entries: 1 }),
  }
  const { stage } = sent
  const session = { ...stage.session, store: { ...stage.session.store, ...signed } }
  const before = { ...sent, stage: { ...stage, session } } as unknown as LawMoment
  const mined = (what: string) => {
    const moment = spend(0n)
    const block = {
      ...{ number: 1n, hash: what, parentHash: 'first', timestamp: HEAD_SECONDS },
      transactions: [{ hash: what, from: ACTORS.operator.address, nonce: 0 }],
    }
    const getBlock = async ({ blockHash = what } = {}) => (blockHash === what ? block : { number: 0n })
    const getTransactionReceipt = async () => ({ status: 'reverted' })
    return {
      ...moment,
      client: { getBlock, getTransactionReceipt },
      outcome: {},
    } as unknown as LawMoment
  }
  for (const [what, laws] of [
    [hash, []],
    ['unknown', ['law.operator-transactions']],
  ] as const) {
    const watch = createLawWatch()
    expect(await lawsOf(watch, before)).toEqual([])
    watch.follow({ store: 'replaced' })
    watch.follow({ store: 'opened' })
    expect(await lawsOf(watch, mined(what))).toEqual(laws)
  }
})
