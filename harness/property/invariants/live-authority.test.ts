import type { Address } from 'viem'
import { expect, test } from 'vitest'
import { buildAsset, buildPolicy } from '../../../tools/safety/fixtures/build-policy.ts'
import type { LawMoment } from './law.ts'
import { LIVE_AUTHORITY } from './live-authority.ts'

const [USDC, CAGE, ROUTER] = ['11', '22', '33'].map((byte) => `0x${byte.repeat(20)}`) as [
  Address,
  Address,
  Address,
]
const DAY = 86_400
const START = 1_000
const POLICY = buildPolicy({
  assets: [buildAsset({ token: USDC, isNumeraire: true, decimals: 6 })],
  spenders: [ROUTER],
  limits: { perTransactionUsdc: 100n, perDayUsdc: 100n, hotLaneUsdc: 100n },
})

interface Step {
  readonly atSeconds: number
  /** What the router may take behind it. */
  readonly allowed: bigint
  /** What left with its action, as the ledger has it; none where nothing was carried out. */
  readonly spends?: bigint
  readonly actionClass?: string
  readonly route?: string
  /** Transactions that were mined; with several of them an approval is announced or not. */
  readonly mined?: number
  readonly isAnnounced?: boolean
  /** Until when what it spends is held. */
  readonly untilSeconds?: number
}

/** Take the law through steps, and say what it finds after the last one. */
async function find(...steps: readonly Step[]) {
  const look = LIVE_AUTHORITY.watch()
  const ledger: object[] = []
  let found: Awaited<ReturnType<typeof look>>
  for (const [index, step] of steps.entries()) {
    const { atSeconds, allowed, spends, actionClass = 'new-position', route = 'cage' } = step
    const { mined = 1, isAnnounced = true, untilSeconds } = step
    const permitId = `permit ${index}`
    const entry = { permitId, chainSeconds: atSeconds, amountUsdc: spends, untilSeconds }
    if (spends !== undefined) ledger.push(entry)
    const one = { permitId, report: { body: { plan: { route }, result: { actionClass } } } }
    const moment = {
      headSeconds: BigInt(atSeconds),
      stage: {
        cage: CAGE,
        session: {
          policy: POLICY,
          store: {
            findMeta: () => undefined,
            ledgerAfter: () => ledger,
            findLedgerEntry: () => (spends === undefined ? undefined : entry),
          },
        },
        oracle: {
          tryAllowances: async () => [allowed],
          findApprovals: async () => (isAnnounced ? [{}] : []),
        },
      },
      outcome: { observation: { observed: [{ token: USDC, deltaBaseUnits: -(spends ?? 0n) }] } },
      blocks: async () => [{ number: 1n, transactions: Array(mined).fill({}) }],
      executed: async () => (spends === undefined ? [] : [one]),
    }
    found = await look(moment as unknown as LawMoment)
  }
  return found
}

/** The router may take 60 for more than a day. */
const STANDING: Step = { atSeconds: START, allowed: 60n }
const later = (spends: bigint, more: Partial<Step> = {}): Step => ({
  ...STANDING,
  atSeconds: START + DAY,
  spends,
  ...more,
})

test('I62: what can be taken all along the window fits the limit with what is spent in it', async () => {
  expect(await find(STANDING, later(40n))).toBeUndefined()
  expect(await find(STANDING, later(41n))).toMatchObject({
    expected: expect.stringMatching(/^at most .* still to be taken$/),
  })
  expect(await find(STANDING, { ...later(30n), atSeconds: START + 10 }, later(11n))).toBeDefined()
})

test('I62: what was granted in the window counts as its spend alone', async () => {
  expect(await find({ ...STANDING, spends: 60n }, later(40n, { atSeconds: START + DAY - 1 }))).toBeUndefined()
  expect(
    await find(STANDING, { ...STANDING, allowed: 0n, atSeconds: START + 5 }, later(100n)),
  ).toBeUndefined()
})

test('I62: a signature counts as long as it holds', async () => {
  const signed = (untilSeconds: number): Step => ({ ...STANDING, spends: 20n, untilSeconds })
  expect(await find(signed(START + DAY), later(21n))).toBeDefined()
  expect(await find(signed(START + DAY - 1), later(21n))).toBeUndefined()
})

test('behavior: exits, what the owner approved and what moved nothing else are none of it', async () => {
  expect(await find(STANDING, later(41n, { actionClass: 'close-position' }))).toBeUndefined()
  expect(await find(STANDING, later(41n, { route: 'owner' }))).toBeUndefined()
  expect(await find(STANDING, { ...STANDING, atSeconds: START + DAY })).toBeUndefined()
})

test('behavior: between several transactions an approval may have come and gone', async () => {
  const busy = { ...STANDING, atSeconds: START + 5, mined: 2 }
  expect(await find(STANDING, busy, later(41n))).toBeUndefined()
  expect(await find(STANDING, { ...busy, isAnnounced: false }, later(41n))).toBeDefined()
})
