import { type Address, encodeFunctionResult, type Hex, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { listLotChanges } from '../../core/lot-changes.ts'
import { EMPTY_OUTCOME } from '../../core/outcome.ts'
import { EMPTY_STATE } from '../fixtures/build-evidence.ts'
import { buildPolicy } from '../fixtures/build-policy.ts'
import { askReaders, listUnlisted, showUnlisted } from './unlisted-lots.ts'

const [ACCOUNT, READER, OTHER, TOKEN] = ['11', '22', '33', '44'].map((byte) => `0x${byte.repeat(20)}`) as [
  Address,
  Address,
  Address,
  Address,
]
const KEY: Hex = `0x${'aa'.repeat(32)}`
const POLICY = buildPolicy({ readers: [{ address: READER, protocol: 'vault' }] })
const TWO = buildPolicy({ readers: [...POLICY.readers, { address: OTHER, protocol: 'vault' }] })
const abi = parseAbi([
  'struct Leg { address token; int256 amount; }',
  'struct Lot { uint256 units; uint256 index; uint40 claimableFrom; Leg[] legs; }',
  'function holdings(address, bytes32, uint256[]) view returns (bytes32 place, uint256 health, Lot[] lots)',
])

const answer = (units: bigint) =>
  encodeFunctionResult({
    abi,
    functionName: 'holdings',
    result: [KEY, 1n, [{ units, index: 1n, claimableFrom: 0, legs: [{ token: TOKEN, amount: 7n }] }]],
  })
const listed = (units: bigint | undefined) => ({
  positions:
    units === undefined
      ? []
      : [
          {
            protocol: 'vault',
            key: KEY,
            place: KEY,
            health: 1n,
            lots: [{ units, index: 1n, legs: [{ token: TOKEN, amount: units }] }],
          },
        ],
})
/** What the cage lists around an action. */
const around = (was: bigint | undefined, is: bigint | undefined) => {
  const [before, after] = [listed(was), listed(is)]
  return { before, after, changes: listLotChanges(before.positions, after.positions) }
}
const stating = (unitsDelta: bigint, key: Hex | 'new' = KEY) => ({
  ...EMPTY_OUTCOME,
  positions: [{ protocol: 'vault', key, kind: 'held' as const, unitsDelta }],
  toleranceBps: 100,
})
const show = (positions: ReturnType<typeof around>, readers: readonly [Hex?, Hex?][], policy = POLICY) => {
  const asked = listUnlisted(stating(-100n), positions, policy, ACCOUNT)
  const [before, after] = [readers.map(([was]) => was), readers.map(([, is]) => is)]
  return showUnlisted(positions, asked, { before, after })
}

test('default: of a position that the cage forgets what is left is what its reader shows', () => {
  const [change, ...others] = show(around(150n, undefined), [[answer(150n), answer(50n)]])
  expect(others).toEqual([])
  expect(change?.before).toMatchObject({ units: 150n, legs: [{ token: TOKEN, amount: 150n }] })
  // Without prices a reader knows no worth.
  expect(change?.after).toEqual({ units: 50n, legs: [] })
})

test('I33: what the cage never listed shows as its reader does', () => {
  const [change] = show(around(undefined, undefined), [[answer(100n), answer(0n)]])
  expect(change).toMatchObject({ before: { units: 100n, legs: [] }, after: { units: 0n } })
})

test('I17: what goes in truth shows, whatever is stated', () => {
  expect(show(around(150n, undefined), [[answer(150n), answer(0n)]])).toMatchObject([
    { before: { units: 150n }, after: { units: 0n } },
  ])
})

test.each<[string, readonly [Hex?, Hex?][]]>([
  ['does not answer before', [[undefined, answer(50n)]]],
  ['does not answer after', [[answer(150n), undefined]]],
  ['answers something else', [['0x01', answer(50n)]]],
])('I10: what a reader that %s leaves open stays as it is listed', (_, readers) => {
  const positions = around(150n, undefined)
  expect(show(positions, readers)).toEqual(positions.changes)
})

test('I10: what two readers show as theirs stays as it is listed; one that has nothing of it counts for nothing', () => {
  const positions = around(150n, undefined)
  const own = [answer(150n), answer(50n)] as [Hex, Hex]
  expect(show(positions, [own, own], TWO)).toEqual(positions.changes)
  expect(show(positions, [own, [answer(0n), answer(0n)]], TWO)).toMatchObject([{ after: { units: 50n } }])
})

test('behavior: nothing is asked where the list shows what is stated, or cannot show it', () => {
  const ask =
    (...of: Parameters<typeof stating>) =>
    (positions: ReturnType<typeof around>, more = {}) =>
      listUnlisted(stating(...of), { ...positions, ...more }, POLICY, ACCOUNT).length
  expect(ask(-100n)(around(150n, undefined))).toBe(1)
  expect(ask(100n)(around(undefined, 150n))).toBe(1)
  expect(ask(-100n)(around(101n, undefined))).toBe(0)
  expect(ask(-100n)(around(150n, 10n))).toBe(0)
  expect(ask(100n, 'new')(around(undefined, 150n))).toBe(0)
  expect(ask(-100n)(around(150n, undefined), { after: { positions: [], problem: 'unread' } })).toBe(0)
  expect(listUnlisted(stating(-100n), around(150n, undefined), buildPolicy({}), ACCOUNT)).toEqual([])
})

test('behavior: readers are asked around the action, before what measures most', () => {
  const [last] = [{ to: ACCOUNT, data: '0x01' }] as const
  const query = { ...EMPTY_STATE, balances: [], allowances: [], feeds: [], decimals: [], views: [last] }
  const asked = listUnlisted(stating(-100n), around(150n, undefined), POLICY, ACCOUNT)
  const expected = [{ to: READER }, last]
  const { views, behind } = askReaders({ ...query, behind: query }, asked)
  expect([views, behind?.views]).toMatchObject([expected, expected])
})
