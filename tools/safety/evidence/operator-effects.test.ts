import { type Address, encodeFunctionResult, type Hex, numberToHex, pad, toEventSelector } from 'viem'
import { describe, expect, test } from 'vitest'
import { NATIVE_TOKEN } from '../../core/address-book.ts'
import type { ChainLog, Simulation } from '../../core/chain.ts'
import { policyCageAbi } from '../../core/generated/policy-cage-abi.ts'
import { planOperatorTransaction } from '../../core/plan.ts'
import { EMPTY_STATE } from '../fixtures/build-evidence.ts'
import { buildAsset, buildPolicy } from '../fixtures/build-policy.ts'
import { readOperatorAct, watchOperator } from './operator-effects.ts'
import type { PositionsAround } from './read-positions.ts'

const [CAGE, OPERATOR, TARGET, TOKEN, OTHER] = ['a1', 'a2', '33', '44', '55'].map(
  (byte) => `0x${byte.repeat(20)}`,
) as [Address, Address, Address, Address, Address]
const policy = buildPolicy({ assets: [buildAsset({ token: TOKEN })] })
const own = watchOperator(OPERATOR, [NATIVE_TOKEN, TOKEN], [{ token: TOKEN, spender: OTHER }])
const watch = {
  balances: [{ token: TOKEN, account: CAGE }, ...own.balances],
  allowances: [{ token: TOKEN, owner: CAGE, spender: OTHER }, ...own.allowances],
}
const HELD = { balances: [5n, 1_000n, 0n], allowances: [7n, 0n] }
const NOTHING: PositionsAround = { before: { positions: [] }, after: { positions: [] }, changes: [] }
const POLICY = encodeFunctionResult({
  abi: policyCageAbi,
  functionName: 'policy',
  result: {
    ...{ owner: OTHER, operator: OPERATOR, guardian: OTHER, wrappedNative: TOKEN },
    ...{ maxDrawdownBps: 0, maxLossBps: 0, maxStaleExitLossBps: 0 },
    ...{ minRebalanceIntervalSeconds: 0, loosenDelaySeconds: 0, minHealth: 0n },
    ...{ windowSpendCapUsdc: 0n, windowLossCapUsdc: 0n, hotLaneUsdc: 0n },
    paused: true,
  },
})

interface Seen {
  readonly after?: {
    readonly balances?: readonly (bigint | undefined)[]
    readonly allowances?: readonly (bigint | undefined)[]
  }
  readonly before?: Seen['after']
  readonly logs?: readonly ChainLog[]
  readonly positions?: PositionsAround
  readonly to?: Address
  readonly ok?: boolean
  /** What the plan says that the cage receives of the token. */
  readonly received?: bigint
}
const actOf = ({ after, before, logs = [], positions = NOTHING, to = TARGET, ok = true, received }: Seen) => {
  const simulation: Simulation = {
    calls: [{ ok, returnData: '0x', gasUsed: 10n, logs }],
    before: { ...EMPTY_STATE, ...HELD, ...before, views: [POLICY] },
    after: { ...EMPTY_STATE, ...HELD, ...after },
  }
  const plan = planOperatorTransaction(
    { to, data: '0x12345678' },
    received === undefined ? [] : [{ token: TOKEN, account: CAGE, deltaBaseUnits: received }],
  )
  const environment = { maxFeePerGasWei: 3n }
  const act = { plan, environment, watch, simulation, positions }
  return readOperatorAct(act, { account: CAGE, operator: OPERATOR, policy }).operatorAct
}
const subjects = (seen: Seen) => actOf(seen)?.effects.map(({ subject }) => subject)

test('I27: gas alone is no effect, and the pause is read', () => {
  expect(actOf({ after: { balances: [5n, 970n, 0n] } })).toEqual({ effects: [], isPaused: true })
})

test('behavior: what reverts changes nothing', () => {
  expect(subjects({ ok: false, after: { balances: [0n, 0n, 0n] } })).toEqual([])
})

test.each<[string, Seen, string]>([
  ['the cage pays', { after: { balances: [4n, 1_000n, 0n] } }, `the T of ${CAGE}`],
  ['the cage is paid', { after: { balances: [6n, 1_000n, 0n] } }, `the T of ${CAGE}`],
  ['more than gas is paid', { after: { balances: [5n, 969n, 0n] } }, `the ${NATIVE_TOKEN} of ${OPERATOR}`],
  ['the operator is paid', { after: { balances: [5n, 1_001n, 0n] } }, `the ${NATIVE_TOKEN} of ${OPERATOR}`],
  ['a token comes to the operator', { after: { balances: [5n, 1_000n, 1n] } }, `the T of ${OPERATOR}`],
  ['a balance is not read after', { after: { balances: [undefined, 1_000n, 0n] } }, `the T of ${CAGE}`],
  ['the cage allows less', { after: { allowances: [6n, 0n] } }, `what ${OTHER} may take of the T of ${CAGE}`],
  [
    'the operator allows',
    { after: { allowances: [7n, 1n] } },
    `what ${OTHER} may take of the T of ${OPERATOR}`,
  ],
])('I27: error: %s', (_, seen, subject) => {
  expect(subjects(seen)).toEqual([subject])
})

test('I27: what cannot be read at all may have changed, but by the code of the cage itself', () => {
  const dead = { balances: [undefined, 1_000n, 0n] }
  expect(subjects({ before: dead, after: dead })).toEqual([`the T of ${CAGE}`])
  expect(subjects({ before: dead, after: dead, to: CAGE })).toEqual([])
  const unread = { ...NOTHING, before: { positions: [], problem: 'silent' } }
  expect(subjects({ positions: unread })).toEqual(['positions'])
  expect(subjects({ positions: unread, to: CAGE })).toEqual([])
})

test('I65: error: units of the account change', () => {
  const side = (units: bigint) => ({ units, legs: [] })
  const key: Hex = pad('0x5')
  const change = {
    protocol: 'p',
    key,
    place: key,
    lot: 0,
    kind: 'held' as const,
    before: side(2n),
    after: side(1n),
  }
  expect(subjects({ positions: { ...NOTHING, changes: [change] } })).toEqual([
    `units that are held in p under ${key}`,
  ])
})

describe('what the same units come to', () => {
  const key: Hex = pad('0x5')
  const holding = (amount: bigint, token = TOKEN, units = 9n): PositionsAround['before'] => ({
    positions: [
      { protocol: 'p', key, place: key, health: 0n, lots: [{ units, index: 1n, legs: [{ token, amount }] }] },
    ],
  })
  const told = (before: PositionsAround['before'], after: PositionsAround['before']) =>
    actOf({ positions: { before, after, changes: [] } })?.effects

  test('default: more of it, or what rounding takes, is no effect', () => {
    expect(told(holding(1_000n), holding(1_001n))).toEqual([])
    expect(told(holding(1_000n), holding(998n))).toEqual([])
    expect(told(holding(-1_000n), holding(-1_002n))).toEqual([])
  })

  test.each<[string, PositionsAround['before'], PositionsAround['before'], string]>([
    ['less of it', holding(1_000n), holding(997n), 'from 1000 to 997'],
    ['more is owed', holding(-1_000n), holding(-1_003n), 'from -1000 to -1003'],
    ['another token in its place', holding(1_000n), holding(1_000n, OTHER), 'from 1000 to 0'],
  ])('error: %s', (_, before, after, found) => {
    const subject = `what units in p under ${key} come to in ${TOKEN}`
    expect(told(before, after)).toEqual([{ subject, found }])
  })
})

describe('logs', () => {
  const topic = (signature: string) => toEventSelector(`event ${signature}`)
  const TRANSFER = topic('Transfer(address indexed, address indexed, uint256)')
  const FOREIGN = topic('Reallocated(address indexed, uint256)')
  const log = (address: Address, first: Hex, names: readonly Address[], data: Hex = '0x'): ChainLog => ({
    address,
    topics: [first, ...names.map((name) => pad(name))],
    data,
  })
  test.each<[string, ChainLog]>([
    ['the called contract says who calls it', log(TARGET, FOREIGN, [OPERATOR])],
    ['others are paid by it', log(TARGET, TRANSFER, [OTHER, TARGET])],
    ['a token moves between others', log(TOKEN, TRANSFER, [OTHER, TARGET])],
  ])('default: %s', (_, told) => {
    expect(subjects({ logs: [told] })).toEqual([])
  })
  const paid = (from: Address, to: Address, amount: bigint) =>
    log(TOKEN, TRANSFER, [from, to], numberToHex(amount, { size: 32 }))
  const PAID: Seen = {
    received: 2n,
    after: { balances: [7n, 1_000n, 0n] },
    logs: [paid(OTHER, CAGE, 2n)],
  }
  test('default: what others are stated to pay the cage', () => {
    expect(subjects(PAID)).toEqual([])
  })
  test.each<[string, Seen, readonly string[]]>([
    ['nothing was stated', { received: 0n }, [`the T of ${CAGE}`, `what ${TOKEN} keeps`]],
    ['more comes than is stated', { after: { balances: [8n, 1_000n, 0n] } }, [`the T of ${CAGE}`]],
    ['less comes', { after: { balances: [6n, 1_000n, 0n] } }, [`the T of ${CAGE}`]],
    ['the operator pays it', { logs: [paid(OPERATOR, CAGE, 2n)] }, [`what ${TOKEN} keeps`]],
    ['it comes to the operator', { logs: [paid(OTHER, OPERATOR, 2n)] }, [`what ${TOKEN} keeps`]],
    ['another amount is told', { logs: [paid(OTHER, CAGE, 3n)] }, [`what ${TOKEN} keeps`]],
    [
      'the cage pays as well',
      { logs: [paid(OTHER, CAGE, 2n), paid(CAGE, OTHER, 1n)] },
      [`what ${TOKEN} keeps`],
    ],
  ])('I27: error: a payment to the cage is stated and %s', (_, seen, expected) => {
    expect(subjects({ ...PAID, ...seen })).toEqual(expected)
  })

  test.each<[string, ChainLog]>([
    ['shares are minted for the operator', log(TARGET, TRANSFER, [OTHER, OPERATOR])],
    ['shares are minted for the cage', log(TARGET, TRANSFER, [OTHER, CAGE])],
    [
      'the operator approves',
      log(TARGET, topic('Approval(address indexed, address indexed, uint256)'), [OPERATOR, OTHER]),
    ],
    [
      'the operator delegates',
      log(TARGET, topic('DelegateChanged(address indexed, address indexed, address indexed)'), [
        OPERATOR,
        OTHER,
        OTHER,
      ]),
    ],
    ['another contract names the operator', log(OTHER, FOREIGN, [OPERATOR])],
    ['another contract names the cage in its data', log(OTHER, FOREIGN, [], pad(CAGE))],
    ['the cage tells of something', log(CAGE, FOREIGN, [])],
    ['the operator tells of something', log(OPERATOR, FOREIGN, [])],
  ])('error: %s', (_, told) => {
    expect(subjects({ logs: [told] })).toEqual([`what ${told.address} keeps`])
  })
})

test('behavior: other plans have no such act', () => {
  const plan = { ...planOperatorTransaction({ to: TARGET, data: '0x' }), route: 'cage' as const }
  const act = { plan, environment: {}, watch, simulation: undefined, positions: NOTHING }
  expect(readOperatorAct(act, { account: CAGE, operator: OPERATOR, policy })).toEqual({})
})
