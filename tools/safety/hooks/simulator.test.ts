import type { Address, Hex } from 'viem'
import { expect, test } from 'vitest'
import { buildTransferLog } from '../../core/fixtures/build-transfer-log.ts'
import { planTransaction } from '../../core/plan.ts'
import type { LotKind } from '../../core/position.ts'
import type { BalanceChange } from '../evidence/action-class.ts'
import { buildEvidence, EMPTY_STATE } from '../fixtures/build-evidence.ts'
import { buildPolicy } from '../fixtures/build-policy.ts'
import { buildRequest } from '../fixtures/build-request.ts'
import { simulatorHook } from './simulator.ts'

const ACCOUNT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const STATED = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const OTHER = '0x6B175474E89094C44Da98b954EedeAC495271d0F'

/** Ask about an action that states −1000 of one token, with 1 % of tolerance; WETH moves without an event. */
const ask = (balances: readonly BalanceChange[], maxToleranceBps = 100) =>
  simulatorHook.check(
    buildRequest({
      plan: planTransaction([], {
        assets: [{ token: STATED, account: ACCOUNT, deltaBaseUnits: -1_000n }],
        toleranceBps: 100,
      }),
      evidence: buildEvidence({ balances }),
      account: ACCOUNT,
      gasLimit: 1n,
      policy: buildPolicy({ maxToleranceBps }),
      book: { chainId: 31_337, nativeSymbol: 'ETH', tokens: [], protocols: {}, wrappedNative: STATED },
    }),
  )

const KEY: Hex = `0x${'01'.repeat(32)}`

/** Ask about an action that states a change of a lot, with 1 % of tolerance; another changes it. */
const change = (
  kind: LotKind,
  stated: bigint,
  found: bigint,
  {
    readers = [{ address: OTHER, protocol: 'lender' }],
    shown,
  }: {
    readonly readers?: readonly { address: Address; protocol: string }[]
    /** By how much its units change as its reader shows them. */
    readonly shown?: bigint
  } = {},
) => {
  const side = (units: bigint) => ({ units, legs: [] })
  const lot = { protocol: 'lender', key: KEY, place: KEY, lot: 0, kind }
  const none = { positions: [] }
  const changeBy = (delta: bigint) =>
    delta === 0n ? [] : [{ ...lot, before: side(5_000n), after: side(5_000n + delta) }]
  const around = {
    before: none,
    after: none,
    changes: changeBy(found),
    ...(shown === undefined ? {} : { shown: changeBy(shown) }),
  }
  const positions = stated === 0n ? [] : [{ protocol: 'lender', key: KEY, kind, unitsDelta: stated }]
  try {
    return simulatorHook.check(
      buildRequest({
        plan: planTransaction([], { positions, toleranceBps: 100 }),
        evidence: buildEvidence({ positions: around }),
        gasLimit: 1n,
        policy: buildPolicy({ maxToleranceBps: 100, readers: [...readers] }),
      }),
    )
  } catch (error) {
    return (error as { code: string }).code
  }
}

const moved = (token: BalanceChange['token'], delta: bigint) => ({
  token,
  before: 5_000n,
  after: 5_000n + delta,
})
const denial = (balances: readonly BalanceChange[], maxToleranceBps?: number) => {
  try {
    return ask(balances, maxToleranceBps)
  } catch (error) {
    return (error as { code: string }).code
  }
}

test('default: what the plan states, within its tolerance', () => {
  expect(ask([moved(STATED, -1_000n)])).toEqual({ kind: 'allow' })
  expect(ask([moved(STATED, -1_010n), moved(OTHER, 0n)])).toEqual({ kind: 'allow' })
})

test('behavior: the coin that is wrapped is the same whatever the letters of its address', () => {
  expect(denial([moved(STATED.toLowerCase() as Address, -1_000n)])).toEqual({ kind: 'allow' })
})

test.each([
  [2n, undefined],
  [3n, 'SIMULATION_REVERTED'],
])('I17: an action that needs %d of the 2 gas that it may use: %s', (gasUsed, code) => {
  const simulation = { ...buildEvidence().simulation, calls: [{ ok: true, gasUsed, logs: [] }] }
  const request = buildRequest({
    plan: planTransaction([], {}),
    evidence: buildEvidence({ simulation } as never),
    gasLimit: 2n,
  })
  const answer = () => {
    try {
      simulatorHook.check(request)
      return undefined
    } catch (error) {
      return (error as { code: string }).code
    }
  }
  expect(answer()).toBe(code)
})

test('behavior: a revert is told with what the action pays more of than is held', () => {
  const answer = (held: bigint) => {
    const simulation = {
      ...buildEvidence().simulation,
      calls: [{ ok: false, gasUsed: 1n, returnData: '0x' }],
    }
    const balances = [{ token: STATED, before: held, after: held }]
    const request = buildRequest({
      plan: planTransaction([], { assets: [{ token: STATED, account: ACCOUNT, deltaBaseUnits: -1_000n }] }),
      evidence: buildEvidence({ simulation, balances, revertReason: 'STF' } as never),
      account: ACCOUNT,
      gasLimit: 1n,
    })
    try {
      simulatorHook.check(request)
      return undefined
    } catch (error) {
      return (error as { shortMessage: string }).shortMessage
    }
  }
  expect(answer(1_000n)).toBe('the action reverts: STF')
  expect(answer(999n)).toMatch(/^the action reverts: STF; the account holds \S+ .+, and the action pays \S+ /)
})

test('I17: a base unit beyond the tolerance is drift, in either direction', () => {
  expect(denial([moved(STATED, -1_011n)])).toBe('SIMULATION_DRIFT')
  expect(denial([moved(STATED, -989n)])).toBe('SIMULATION_DRIFT')
})

test('I17: what is left of what passed through is measured by that, and what is not stated by nothing', () => {
  const [rest, passed] = [25n, 5_000n]
  const ask = (found: bigint, stated: bigint, out = passed) =>
    simulatorHook.check(
      buildRequest({
        plan: planTransaction([], {
          assets: stated === 0n ? [] : [{ token: OTHER, account: ACCOUNT, deltaBaseUnits: stated }],
          toleranceBps: 100,
        }),
        evidence: buildEvidence({
          balances: [moved(OTHER, found)],
          simulation: {
            calls: [
              {
                ok: true,
                returnData: '0x',
                gasUsed: 1n,
                logs: [
                  buildTransferLog(OTHER, STATED, ACCOUNT, out + found),
                  buildTransferLog(OTHER, ACCOUNT, STATED, out),
                ],
              },
            ],
            before: EMPTY_STATE,
            after: EMPTY_STATE,
          },
        }),
        account: ACCOUNT,
        gasLimit: 1n,
        policy: buildPolicy({ maxToleranceBps: 100 }),
      }),
    )
  const allow = { kind: 'allow' }
  expect(ask(rest, rest)).toEqual(allow)
  expect(ask(rest + 50n, rest)).toEqual(allow)
  expect(() => ask(rest + 51n, rest)).toThrow('SIMULATION_DRIFT')
  expect(ask(-25n, rest, 5_025n)).toEqual(allow)
  expect(() => ask(-26n, rest, 5_026n)).toThrow('SIMULATION_DRIFT')
  expect(() => ask(1n, 0n)).toThrow('EXPECTATION_UNEXPLAINED')
})

test('I17: an effect that the plan does not state is unexplained, however small', () => {
  expect(denial([moved(STATED, -1_000n), moved(OTHER, -1n)])).toBe('EXPECTATION_UNEXPLAINED')
  expect(denial([moved(STATED, -1_000n), moved(OTHER, 1n)])).toBe('EXPECTATION_UNEXPLAINED')
})

test('I17: what the plan states of another account explains nothing of this one', () => {
  const request = buildRequest({
    plan: planTransaction([], { assets: [{ token: STATED, account: OTHER, deltaBaseUnits: -1_000n }] }),
    evidence: buildEvidence({ balances: [moved(STATED, -1_000n)] }),
    account: ACCOUNT,
  })
  expect(() => simulatorHook.check(request)).toThrow('EXPECTATION_UNEXPLAINED')
})

test("I63: a tolerance beyond the owner's is denied, whatever moves, and so is one that is no number", () => {
  expect(denial([moved(STATED, -1_000n)], 99)).toBe('TOLERANCE_TOO_WIDE')
  expect(denial([moved(STATED, -1_000n)], Number.NaN)).toBe('TOLERANCE_TOO_WIDE')
})

test.each<Hex>([
  '0x',
  '0x11',
  `0x${'11'.repeat(33)}`,
])('I34: what others log beside an exit bars it not, though it looks like a transfer (%s); it explains nothing either', (data) => {
  const strange: Address = `0x${'bb'.repeat(20)}`
  const logs = ([OTHER, strange] as const).flatMap((address) =>
    ([ACCOUNT, OTHER] as const).map((from) => buildTransferLog(address, from, OTHER, data)),
  )
  const exit = (lost: bigint) =>
    simulatorHook.check(
      buildRequest({
        plan: planTransaction([], {
          assets: [{ token: OTHER, account: ACCOUNT, deltaBaseUnits: -lost }],
        }),
        evidence: buildEvidence({
          actionClass: 'close-position',
          balances: [moved(OTHER, -lost)],
          simulation: {
            calls: [{ ok: true, returnData: '0x', gasUsed: 1n, logs }],
            before: EMPTY_STATE,
            after: EMPTY_STATE,
          },
        }),
      }),
    )
  expect(exit(0n)).toEqual({ kind: 'allow' })
  expect(() => exit(1n)).toThrow('TRANSFERS_CONTRADICTED')
})

test('I17: units change as the plan states, within its tolerance', () => {
  const allow = { kind: 'allow' }
  expect(change('held', 1_000n, 1_000n)).toEqual(allow)
  expect(change('owed', -1_000n, -990n)).toEqual(allow)
  expect(change('held', 1_000n, 989n)).toBe('POSITION_DRIFT')
  expect(change('owed', 1_000n, 1_011n)).toBe('POSITION_DRIFT')
  expect(change('held', 1_000n, 1_011n)).toBe('POSITION_DRIFT')
  expect(change('held', 1_000n, 0n)).toBe('POSITION_DRIFT')
})

test('I33: what its reader shows of a position is compared, where the cage does not list it', () => {
  const allow = { kind: 'allow' }
  expect(change('held', 1_000n, 9_000n, { shown: 1_000n })).toEqual(allow)
  expect(change('held', -1_000n, -5_000n, { shown: -1_000n })).toEqual(allow)
  expect(change('held', -1_000n, -5_000n, { shown: -5_000n })).toBe('POSITION_DRIFT')
  expect(change('held', 0n, 0n, { shown: -1n })).toBe('POSITION_UNEXPLAINED')
})

test('I17: units that go, and debt that comes, have to be stated', () => {
  expect(change('held', 0n, -1n)).toBe('POSITION_UNEXPLAINED')
  expect(change('leaving', 0n, -1n)).toBe('POSITION_UNEXPLAINED')
  expect(change('owed', 0n, 1n)).toBe('POSITION_UNEXPLAINED')
  expect(change('held', 0n, 1n)).toEqual({ kind: 'allow' })
  expect(change('owed', 0n, -1n)).toEqual({ kind: 'allow' })
})

test('behavior: what no reader counts is not compared', () =>
  expect(change('held', 1_000n, 0n, { readers: [] })).toEqual({ kind: 'allow' }))

/** Ask about lots that lose units, of which the plan says nothing; of one token so much arrives. */
const collect = (
  arrived: bigint,
  lots: readonly { readonly kind?: LotKind; readonly protocol?: string; readonly units?: bigint }[],
  /** By how much the plan says that the lot of the lender changes. */
  stated?: bigint,
) => {
  const toChange = ({ kind = 'held', protocol = 'lender', units = 50n }: (typeof lots)[number]) => {
    const sign = kind === 'owed' ? -1n : 1n
    const side = (of: bigint) => ({ units: of, legs: [{ token: STATED, amount: sign * of }] }) as const
    const [before, after] = kind === 'owed' ? [side(0n), side(units)] : [side(units), side(0n)]
    return { protocol, key: KEY, place: KEY, lot: 1, kind, before, after } as const
  }
  const none = { positions: [] }
  const changes = lots.map(toChange)
  try {
    return simulatorHook.check(
      buildRequest({
        plan: planTransaction([], {
          assets: [{ token: STATED, account: ACCOUNT, deltaBaseUnits: arrived }],
          positions:
            stated === undefined ? [] : [{ protocol: 'lender', key: KEY, kind: 'held', unitsDelta: stated }],
          toleranceBps: 100,
        }),
        evidence: buildEvidence({
          balances: [moved(STATED, arrived)],
          positions: { before: none, after: none, changes },
        }),
        account: ACCOUNT,
        gasLimit: 1n,
        policy: buildPolicy({ maxToleranceBps: 100, readers: [{ address: OTHER, protocol: 'lender' }] }),
        book: { chainId: 31_337, nativeSymbol: 'ETH', tokens: [], protocols: {}, wrappedNative: STATED },
      }),
    )
  } catch (error) {
    return (error as { code: string }).code
  }
}

test('I17: what a lot loses unsaid has to arrive in tokens that the plan states; a debt has to be stated', () => {
  expect(collect(50n, [{}])).toEqual({ kind: 'allow' })
  expect(collect(49n, [{}])).toBe('POSITION_UNEXPLAINED')
  expect(collect(50n, [{ kind: 'owed' }])).toBe('POSITION_UNEXPLAINED')
})

test('I17: what arrives is what one lot alone lost, though another protocol has one under the same key', () => {
  const both = (arrived: bigint) => collect(arrived, [{ protocol: 'pool' }, { units: 70n }])
  expect(both(120n)).toEqual({ kind: 'allow' })
  expect(both(119n)).toBe('POSITION_UNEXPLAINED')
  expect(both(50n)).toBe('POSITION_UNEXPLAINED')
  const beside = (arrived: bigint) => collect(arrived, [{ protocol: 'pool' }, { units: 70n }], -70n)
  expect(beside(50n)).toEqual({ kind: 'allow' })
  expect(beside(49n)).toBe('POSITION_UNEXPLAINED')
})
