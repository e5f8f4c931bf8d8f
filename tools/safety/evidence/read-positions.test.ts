import { type Address, encodeFunctionResult, type Hex, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { buildPolicy } from '../fixtures/build-policy.ts'
import { listPositionViews, readPositionsAround } from './read-positions.ts'

const [CAGE, READER, STRAY, TOKEN] = ['11', '22', '33', '44'].map((byte) => `0x${byte.repeat(20)}`) as [
  Address,
  Address,
  Address,
  Address,
]
const KEY: Hex = `0x${'aa'.repeat(32)}`
const POLICY = buildPolicy({ readers: [{ address: READER, protocol: 'lender' }] })
const abi = parseAbi([
  'struct Leg { address token; int256 amount; }',
  'struct Lot { uint256 units; uint256 index; uint40 claimableFrom; Leg[] legs; }',
  'struct Holding { address reader; bytes32 key; bytes32 place; uint256 health; Lot[] lots; bool readable; }',
  'function holdings() view returns (Holding[])',
])

const answer = (units: bigint, { reader = READER, readable = true, claimableFrom = 0 } = {}) =>
  encodeFunctionResult({
    abi,
    functionName: 'holdings',
    result: [
      {
        reader,
        key: KEY,
        place: KEY,
        health: 5n,
        readable,
        lots: [{ units, index: 2n, claimableFrom, legs: [{ token: TOKEN, amount: -units }] }],
      },
    ],
  })
const around = (before: Hex | undefined, after: Hex | undefined) =>
  readPositionsAround(POLICY, { before: [before], after: [after] })

describe('positions around an action', () => {
  test('default: what the cage answers is told by protocol, with the lots that changed', () => {
    const { before, after, changes } = around(answer(7n), answer(9n))
    const lot = { units: 7n, index: 2n, legs: [{ token: TOKEN, amount: -7n }] }
    const position = { protocol: 'lender', key: KEY, place: KEY, health: 5n }
    expect(before).toEqual({ positions: [{ ...position, lots: [lot] }] })
    expect(after.problem).toBeUndefined()
    expect(changes).toMatchObject([{ kind: 'owed', before: { units: 7n }, after: { units: 9n } }])
  })

  test('default: a lot that leaves says from when it can be claimed', () => {
    const { after } = around(answer(7n), answer(7n, { claimableFrom: 99 }))
    expect(after.positions[0]?.lots[0]?.claimableFromSeconds).toBe(99)
  })

  test.each<[string, Hex | undefined]>([
    ['no answer', undefined],
    ['something else', '0x01'],
    ['a reader that the policy does not list', answer(7n, { reader: STRAY })],
    ['a position that cannot be read', answer(7n, { readable: false })],
  ])('I10: %s is a problem before and after', (_, told) => {
    expect(around(told, answer(7n)).before.problem).toBeDefined()
    expect(around(answer(7n), told).after.problem).toBeDefined()
  })

  test('behavior: without readers nothing is asked and nothing is counted', () => {
    const policy = buildPolicy({})
    expect(listPositionViews(policy, CAGE)).toEqual([])
    expect(listPositionViews(POLICY, CAGE)).toMatchObject([{ to: CAGE }])
    expect(readPositionsAround(policy, { before: [], after: [] })).toEqual({
      before: { positions: [] },
      after: { positions: [] },
      changes: [],
    })
  })
})
