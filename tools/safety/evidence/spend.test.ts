import fc from 'fast-check'
import { type Address, numberToHex } from 'viem'
import { describe, expect, test } from 'vitest'
import { NO_EFFECT } from '../../core/call-decoder.ts'
import type { LotChange } from '../../core/lot-changes.ts'
import type { Pledge } from '../../core/position.ts'
import { buildEvidence } from '../fixtures/build-evidence.ts'
import { buildAsset, buildPolicy } from '../fixtures/build-policy.ts'
import { buildRequest } from '../fixtures/build-request.ts'
import type { HookRequest } from '../hooks/hook.ts'
import { rateLimiterHook } from '../hooks/rate-limiter.ts'
import { spendingLimiterHook } from '../hooks/spending-limiter.ts'
import { ACTION_CLASSES, type ActionClass } from '../policy/phases.ts'
import type { AssetRule, SpendingLimits } from '../policy/policy.ts'
import { openSafetyDatabase } from '../store/open-database.ts'
import { createSafetyStore } from '../store/store.ts'
import { countSpend, isAfter, sumLedger, windowStart } from './spend.ts'
import type { PriceReading } from './valuation.ts'

const tokenOf = (index: number): Address => `0x${String(index + 1).padStart(40, '0')}`
const TOKENS = [0, 1, 2].map(tokenOf)
const NO_GAS = { gasLimit: 0n, maxFeePerGasWei: 0n }
const DAY_SECONDS = 86_400

/** An amount of one token that leaves, with what is known of the token. */
interface Leg {
  readonly amount: bigint
  readonly decimals: number
  readonly answer: bigint
  readonly feedDecimals: number
  readonly kind: 'fresh' | 'stale' | 'diverged' | 'missing'
}

const leg = (limits: {
  readonly amount: bigint
  readonly kinds?: readonly Leg['kind'][]
}): fc.Arbitrary<Leg> =>
  fc.record({
    amount: fc.bigInt(0n, limits.amount),
    decimals: fc.integer({ min: 0, max: 24 }),
    answer: fc.bigInt(1n, 2n ** 80n),
    feedDecimals: fc.integer({ min: 0, max: 18 }),
    kind: fc.constantFrom(...(limits.kinds ?? (['fresh'] as const))),
  })

const toAssets = (legs: readonly Leg[]): readonly AssetRule[] =>
  legs.map(({ decimals }, index) => buildAsset({ token: tokenOf(index), symbol: `T${index}`, decimals }))

const toEvidence = (legs: readonly Leg[], actionClass: ActionClass = 'increase-position') =>
  buildEvidence({
    actionClass,
    outflows: legs.map(({ amount }, index) => ({ token: tokenOf(index), amountBaseUnits: amount })),
    prices: {
      of(token): PriceReading {
        const found = legs[TOKENS.indexOf(token)]
        if (found === undefined || found.kind === 'missing') {
          return { problem: { kind: 'missing', reason: 'drawn so' } }
        }
        const price = { answer: found.answer, decimals: found.feedDecimals }
        const both = { highest: price, lowest: price }
        if (found.kind === 'stale') {
          return { ...both, problem: { kind: 'stale', ageSeconds: 9_999, maxStalenessSeconds: 3_600 } }
        }
        if (found.kind === 'diverged') {
          return { ...both, problem: { kind: 'diverged', foundBps: 900n, maxDivergenceBps: 100 } }
        }
        return both
      },
    },
  })

const count = (legs: readonly Leg[], actionClass?: ActionClass) =>
  countSpend(toEvidence(legs, actionClass), buildPolicy({ assets: toAssets(legs) }), NO_GAS).totalUsdc

/** A debt that falls from one amount to another, in the token of a leg. */
const debt = (index: number, before: bigint, after: bigint): LotChange => {
  const side = (units: bigint) => ({
    units,
    legs: units === 0n ? [] : [{ token: tokenOf(index), amount: -units }],
  })
  const place = `0x${'00'.repeat(32)}` as const
  return {
    protocol: 'lender',
    key: place,
    place,
    lot: 0,
    kind: 'owed',
    before: side(before),
    after: side(after),
  }
}

describe('positions', () => {
  const usdc = { decimals: 6, answer: 10n ** 8n, feedDecimals: 8, kind: 'fresh' } as const
  const amount = fc.bigInt(0n, 10n ** 30n)
  const countWith = (
    paid: bigint,
    changes: readonly LotChange[],
    pledges: readonly Pledge[] = [],
    came = 0n,
  ) => {
    const legs = [{ ...usdc, amount: paid }]
    const leaves = [{ ...NO_EFFECT, functionName: 'f', pledges }]
    const evidence = {
      ...toEvidence(legs),
      balances: [{ token: tokenOf(0), before: paid, after: came }],
      positions: { before: { positions: [] }, after: { positions: [] }, changes },
      decoded: { leaves, undecodable: [], calls: [] },
    }
    return countSpend(evidence, buildPolicy({ assets: toAssets(legs) }), NO_GAS).outflowUsdc
  }
  const pledge = (...amounts: readonly bigint[]): Pledge => ({
    legs: amounts.map((of) => ({ token: tokenOf(0), amount: of })),
    spender: tokenOf(7),
    to: tokenOf(8),
    untilSeconds: 1,
  })

  test('I2: repaying counts only what exceeds the fall of the own debt', () => {
    fc.assert(
      fc.property(amount, amount, amount, (paid, owed, repaid) => {
        const after = repaid > owed ? 0n : owed - repaid
        const fall = owed - after
        expect(countWith(paid, [debt(0, owed, after)])).toBe(paid > fall ? paid - fall : 0n)
      }),
    )
  })

  test('I2 I8: what a supply repaid frees nothing that goes out beside it, and what comes out of one does', () => {
    const supply = (after: bigint): LotChange => ({ ...debt(0, 9n, after), kind: 'held' })
    expect(countWith(9n, [debt(0, 9n, 0n), supply(0n)], [], 0n)).toBe(9n)
    expect(countWith(9n, [debt(0, 9n, 0n), supply(5n)], [], 0n)).toBe(4n)
    expect(countWith(9n, [debt(0, 9n, 0n), supply(0n)], [], 9n)).toBe(0n)
  })

  test('I2 I70: what a pledge gives is spent when it is made, once', () => {
    expect(countWith(9n, [], [pledge(-5n, 3n)])).toBe(14n)
    expect(countWith(9n, [], [{ ...pledge(-5n, 3n), isHeld: true }])).toBe(9n)
  })

  test('I2: a debt that grows, another token’s, and what is held end nothing', () => {
    const [of] = [debt(0, 9n, 4n)]
    expect(countWith(9n, [debt(0, 4n, 9n)])).toBe(9n)
    expect(countWith(9n, [{ ...of, kind: 'held' }])).toBe(9n)
    expect(() => countWith(9n, [debt(1, 9n, 4n)])).toThrow(expect.objectContaining({ code: 'PRICE_MISSING' }))
  })

  test('I70: a pledge is spend when made, by all that it may give and nothing that it gets', () => {
    fc.assert(
      fc.property(amount, amount, amount, (paid, given, got) => {
        expect(countWith(paid, [], [pledge(-given, got)])).toBe(paid + given)
      }),
    )
  })
})

describe('countSpend', () => {
  test('I8: rounding never favours the agent: at least the exact sum, at most a base unit a token more', () => {
    fc.assert(
      fc.property(fc.array(leg({ amount: 2n ** 120n }), { maxLength: 3 }), (legs) => {
        // Both sides are scaled by 10^60, beyond every drawn denominator.
        const exact = legs.reduce(
          (sum, { amount, answer, decimals, feedDecimals }) =>
            sum + amount * answer * 10n ** (66n - BigInt(decimals + feedDecimals)),
          0n,
        )
        const counted = count(legs) * 10n ** 60n
        expect(counted).toBeGreaterThanOrEqual(exact)
        expect(counted - exact).toBeLessThan(BigInt(legs.length) * 10n ** 60n + 1n)
      }),
    )
  })

  test.each([
    6, 18,
  ])('I8: what is counted in counts a dollar with %i decimals, rounded up, whatever its feeds say', (decimals) => {
    const amount = 700n * 10n ** BigInt(decimals) + 1n
    const legs = [{ amount, decimals, answer: 3n * 10n ** 8n, feedDecimals: 8, kind: 'fresh' } as const]
    const assets = toAssets(legs).map((asset) => ({ ...asset, isNumeraire: true }))
    const { outflowUsdc } = countSpend(toEvidence(legs), buildPolicy({ assets }), NO_GAS)
    expect(outflowUsdc).toBe(700_000_001n)
  })

  test('I8: beyond 2^53 a single base unit is not lost, and splitting an amount is never cheaper', () => {
    const usdc = { decimals: 6, answer: 10n ** 8n, feedDecimals: 8, kind: 'fresh' } as const
    fc.assert(
      fc.property(
        fc.bigInt(2n ** 53n, 2n ** 160n),
        leg({ amount: 2n ** 120n }),
        fc.bigInt(0n, 2n ** 120n),
        (amount, drawn, part) => {
          expect(count([{ ...usdc, amount: amount + 1n }]) - count([{ ...usdc, amount }])).toBe(1n)
          const first = part < drawn.amount ? part : drawn.amount
          const split =
            count([{ ...drawn, amount: first }]) + count([{ ...drawn, amount: drawn.amount - first }])
          expect(split).toBeGreaterThanOrEqual(count([drawn]))
        },
      ),
    )
  })

  test('I9: rescaling the decimals of a token or of its feed leaves the value unchanged', () => {
    fc.assert(
      fc.property(
        leg({ amount: 2n ** 100n }),
        fc.integer({ min: 0, max: 12 }),
        fc.integer({ min: 0, max: 12 }),
        (drawn, token, feed) => {
          const rescaled = {
            ...drawn,
            amount: drawn.amount * 10n ** BigInt(token),
            decimals: drawn.decimals + token,
            answer: drawn.answer * 10n ** BigInt(feed),
            feedDecimals: drawn.feedDecimals + feed,
          }
          expect(count([rescaled])).toBe(count([drawn]))
        },
      ),
    )
  })

  test('I10: a missing price denies everything, a stale or divergent one everything but exits', () => {
    fc.assert(
      fc.property(
        fc.array(leg({ amount: 2n ** 60n, kinds: ['fresh', 'stale', 'diverged', 'missing'] }), {
          minLength: 1,
          maxLength: 3,
        }),
        fc.constantFrom(...ACTION_CLASSES),
        (legs, actionClass) => {
          const isExit = ['decrease-position', 'close-position', 'read-only'].includes(actionClass)
          const kinds = legs.map(({ kind }) => kind)
          const denied = kinds.includes('missing') || (kinds.some((kind) => kind !== 'fresh') && !isExit)
          const ask = () => count(legs, actionClass)
          if (denied) expect(ask).toThrow(expect.objectContaining({ layer: 'spending-limiter' }))
          else expect(ask).not.toThrow()
        },
      ),
    )
  })
})

/** What the two limiters say: accepted, or the code of the denial. */
async function judge(request: HookRequest): Promise<string> {
  try {
    const verdict = await spendingLimiterHook.check(request)
    if ('guardianDemand' in verdict) return 'GUARDIAN_REQUIRED'
    await rateLimiterHook.check(request)
    return 'accepted'
  } catch (error) {
    return (error as { code: string }).code
  }
}

const USDC_LEG: Omit<Leg, 'amount'> = { decimals: 6, answer: 10n ** 8n, feedDecimals: 8, kind: 'fresh' }
const amounts = fc.bigInt(0n, 40n)
const limits: fc.Arbitrary<SpendingLimits> = fc.record({
  perTransactionUsdc: amounts,
  perDayUsdc: amounts,
  hotLaneUsdc: amounts,
})

describe('limits', () => {
  const request = (input: {
    readonly amount: bigint
    readonly spent: readonly { readonly amountUsdc: bigint; readonly guarded: boolean }[]
    readonly attempts: number
    readonly limits: SpendingLimits
    readonly maxCalls: number
  }) => {
    const legs = [{ ...USDC_LEG, amount: input.amount }]
    return buildRequest({
      ...NO_GAS,
      evidence: toEvidence(legs),
      policy: buildPolicy({
        limits: input.limits,
        rateLimit: { maxCalls: input.maxCalls, windowSeconds: 60 },
        assets: toAssets(legs),
      }),
      ledger: input.spent.map((entry, index) => ({
        ...entry,
        permitId: numberToHex(index, { size: 32 }),
        state: 'spent',
        wallMs: 0,
        chainSeconds: 0,
      })),
      attempts: input.attempts,
    })
  }

  test('I11: whatever tighter limits accept, the looser ones accept', async () => {
    const tightenings = fc.record({ transaction: amounts, day: amounts, lane: amounts, calls: fc.nat(5) })
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          amount: amounts,
          spent: fc.array(fc.record({ amountUsdc: amounts, guarded: fc.boolean() }), { maxLength: 3 }),
          attempts: fc.nat(12),
        }),
        limits,
        tightenings,
        async (action, loose, by) => {
          const less = (value: bigint, step: bigint) => (value > step ? value - step : 0n)
          const tight = {
            perTransactionUsdc: less(loose.perTransactionUsdc, by.transaction),
            perDayUsdc: less(loose.perDayUsdc, by.day),
            hotLaneUsdc: less(loose.hotLaneUsdc, by.lane),
          }
          const tightly = await judge(request({ ...action, limits: tight, maxCalls: 10 - by.calls }))
          fc.pre(tightly === 'accepted')
          expect(await judge(request({ ...action, limits: loose, maxCalls: 10 }))).toBe('accepted')
        },
      ),
      { numRuns: 500 },
    )
  })

  test('I1 I2: each verdict is that of an exact list of what was spent when, seeds of the ledger included', async () => {
    const step = fc.record({
      waitSeconds: fc.constantFrom(0, 1, 3_600, 43_200, DAY_SECONDS - 1, DAY_SECONDS, DAY_SECONDS + 1),
      amount: amounts,
      /** How far the wall clock is ahead of the chain: an entry lapses only when both clocks say so. */
      skewSeconds: fc.constantFrom(0, 0, -120, 120),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 20 }),
        fc.array(fc.record({ amount: amounts, agoSeconds: fc.integer({ min: 0, max: 2 * DAY_SECONDS }) }), {
          maxLength: 4,
        }),
        fc.record({ perTransaction: amounts, perDay: amounts }),
        async (steps, seeds, { perTransaction, perDay }) => {
          const store = createSafetyStore(openSafetyDatabase(':memory:'))
          const log: { readonly wall: number; readonly chain: number; readonly amount: bigint }[] = []
          const spend = (wall: number, chain: number, amount: bigint) => {
            const permitId = `0x${log.length.toString(16).padStart(64, '0')}` as const
            store.insertPermit({
              permitId,
              tool: 'test',
              body: '{}',
              simulationHash: permitId,
              issuedWallMs: wall * 1_000,
              issuedChainSeconds: chain,
              ttlSeconds: 60,
              nonce: log.length,
            })
            store.reserve({
              permitId,
              amountUsdc: amount,
              guarded: false,
              wallMs: wall * 1_000,
              chainSeconds: chain,
            })
            if (log.length % 2 === 0) store.settle(permitId, amount)
            log.push({ wall, chain, amount })
          }
          let chain = 1_800_000_000
          for (const { amount, agoSeconds } of seeds) spend(chain - agoSeconds, chain - agoSeconds, amount)
          for (const { waitSeconds, amount, skewSeconds } of steps) {
            chain += waitSeconds
            const wall = chain + skewSeconds
            const inWindow = log.filter(
              (entry) => entry.wall > wall - DAY_SECONDS || entry.chain > chain - DAY_SECONDS,
            )
            const total = inWindow.reduce((sum, entry) => sum + entry.amount, 0n) + amount
            const expected =
              amount > perTransaction
                ? 'SPEND_PER_TRANSACTION'
                : total > perDay
                  ? 'SPEND_PER_DAY'
                  : 'accepted'
            const ledger = store.ledgerAfter(windowStart({ wallMs: wall * 1_000, chainSeconds: chain }))
            expect(sumLedger(ledger).totalUsdc + amount).toBe(total)
            const found = await judge({
              ...request({
                amount,
                spent: [],
                attempts: 0,
                limits: { perTransactionUsdc: perTransaction, perDayUsdc: perDay, hotLaneUsdc: 10_000n },
                maxCalls: 10,
              }),
              ledger,
            })
            expect(found).toBe(expected)
            if (found === 'accepted') spend(wall, chain, amount)
          }
          store.close()
        },
      ),
      { numRuns: 150 },
    )
  })

  test('I38: attempts count whatever became of them, for exactly the window', () => {
    const store = createSafetyStore(openSafetyDatabase(':memory:'))
    const at = (seconds: number) => ({ wallMs: seconds * 1_000, chainSeconds: seconds })
    for (const seconds of [100, 130, 160]) store.addAttempt(at(seconds), 10)
    const since = (seconds: number) => store.attemptsAfter(at(seconds - 60))
    expect([since(159), since(160), since(190), since(220)]).toEqual([3, 2, 1, 0])
    // An attempt lapses only when both clocks have left it behind.
    expect(store.attemptsAfter({ wallMs: 160_000, chainSeconds: 99 })).toBe(3)
    // Those that can no longer count are not kept.
    for (let time = 0; time < 400; time += 1) store.addAttempt(at(200), 10)
    expect(store.attemptsAfter(at(0))).toBe(10)
    store.close()
  })
})

describe('risk', () => {
  const [paid, bought] = TOKENS as [Address, Address, Address]
  const fresh = { answer: 1n, decimals: 0 }
  const old = { kind: 'stale', ageSeconds: 9, maxStalenessSeconds: 1 } as const
  const policy = buildPolicy({ assets: [buildAsset({ token: paid }), buildAsset({ token: bought })] })
  const buy = (actionClass: ActionClass, prices: ReturnType<typeof buildEvidence>['prices']) => () =>
    countSpend(
      buildEvidence({
        actionClass,
        outflows: [{ token: paid, amountBaseUnits: 5n }],
        balances: [{ token: bought, before: 1n, after: 2n }],
        prices,
      }),
      policy,
      NO_GAS,
    ).outflowUsdc
  const ofToken = (token: Address): PriceReading =>
    token === bought ? { highest: fresh, problem: old } : { highest: fresh }

  test('I10: error: PRICE_STALE for what comes in, and exits pass', () => {
    expect(buy('new-position', { of: ofToken })).toThrow('PRICE_STALE')
    expect(buy('decrease-position', { of: ofToken })()).toBeGreaterThan(0n)
  })

  test('I10: error: SEQUENCER_DOWN whatever prices say, and exits pass', () => {
    const down = { of: () => ({ highest: fresh }), sequencerProblem: 'it is down' }
    expect(buy('new-position', down)).toThrow('SEQUENCER_DOWN')
    expect(buy('decrease-position', down)()).toBeGreaterThan(0n)
  })
})

test.each([
  ['wall', { wallMs: 200_000_000, chainSeconds: 100_000 }],
  ["chain's", { wallMs: 100_000_000, chainSeconds: 200_000 }],
])('I1: an entry leaves the window once it does so on both clocks, not on the %s alone', (_, now) => {
  const entry = { wallMs: 100_000_000, chainSeconds: 100_000 }
  expect(isAfter(entry, windowStart(now))).toBe(true)
  const dayLater = { wallMs: 186_400_000, chainSeconds: 186_400 }
  expect(isAfter(entry, windowStart(dayLater))).toBe(false)
  expect(isAfter({ ...entry, wallMs: entry.wallMs + 1 }, windowStart(dayLater))).toBe(true)
  expect(isAfter({ ...entry, chainSeconds: entry.chainSeconds + 1 }, windowStart(dayLater))).toBe(true)
})
