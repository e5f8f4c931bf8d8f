import fc from 'fast-check'
import type { Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { NO_EFFECT } from '../../core/call-decoder.ts'
import type { Position } from '../../core/position.ts'
import { buildEvidence } from '../fixtures/build-evidence.ts'
import { buildPolicy } from '../fixtures/build-policy.ts'
import { checkPositions, type PositionEvidence } from './check-positions.ts'

const KEY: Hex = `0x${'aa'.repeat(32)}`
const NO_DEBT = 2n ** 256n - 1n
const LEAST = 1_100n
const POLICY = buildPolicy({ minHealth: LEAST })

const position = (health: bigint, protocol = 'lender'): Position => ({
  protocol,
  key: KEY,
  place: KEY,
  health,
  lots: [],
})
const evidence = (
  before: readonly Position[],
  after: readonly Position[],
  changes: Partial<PositionEvidence> = {},
) =>
  buildEvidence({
    positions: { before: { positions: before }, after: { positions: after }, changes: [] },
    actionClass: 'close-position',
    ...changes,
  })
const passes = (...input: Parameters<typeof evidence>) => {
  try {
    checkPositions(evidence(...input), POLICY)
    return true
  } catch {
    return false
  }
}
const denies = (code: string, layer = 'policy-cage') => expect.objectContaining({ code, layer })

describe('health', () => {
  test.each<[string, boolean, bigint | undefined, bigint]>([
    ['at the least', true, 2_000n, LEAST],
    ['where nothing is owed', true, NO_DEBT, NO_DEBT],
    ['just below it', false, 2_000n, LEAST - 1n],
    ['below it and falling', false, 1_050n, 1_049n],
    ['below it and left as it is', false, 1_050n, 1_050n],
    ['below it and rising', true, 1_050n, 1_051n],
    ['below it and rising past it', true, 1_050n, 2_000n],
    ['a position that begins below it', false, undefined, 1_050n],
  ])('I69: %s', (_, allowed, before, after) => {
    expect(passes(before === undefined ? [] : [position(before)], [position(after)])).toBe(allowed)
  })

  test('I69: whatever an action does, below the least health it has to raise it', () => {
    const check = () => checkPositions(evidence([position(1_050n)], [position(1_050n)]), POLICY)
    expect(check).toThrow(denies('HEALTH_TOO_LOW'))
  })

  test('I62: taking an allowance back passes below the least health, and nothing beside it does', () => {
    const [token, spender]: [Hex, Hex] = [`0x${'11'.repeat(20)}`, `0x${'22'.repeat(20)}`]
    const approve = (amountBaseUnits: bigint) => ({
      ...NO_EFFECT,
      functionName: 'approve',
      approvals: [{ token, spender, amountBaseUnits }],
    })
    const stays = (...leaves: PositionEvidence['decoded']['leaves']) =>
      passes([position(1_050n)], [position(1_050n)], { decoded: { leaves, undecodable: [], calls: [] } })
    expect(stays(approve(0n))).toBe(true)
    expect(stays(approve(1n))).toBe(false)
    expect(stays(approve(0n), { ...NO_EFFECT, functionName: 'setUserEMode' })).toBe(false)
    const revokes = { decoded: { leaves: [approve(0n)], undecodable: [], calls: [] } }
    const paid = { ...revokes, outflows: [{ token, amountBaseUnits: 1n }] }
    expect(passes([position(1_050n)], [position(1_050n)], paid)).toBe(false)
    const unknown = { index: 1, to: spender, selector: '0x12345678' }
    expect(
      passes([position(1_050n)], [position(1_050n)], {
        decoded: { leaves: [approve(0n)], undecodable: [unknown], calls: [] },
      }),
    ).toBe(false)
    expect(
      passes([position(1_050n)], [position(1_049n)], {
        decoded: { leaves: [approve(0n)], undecodable: [], calls: [] },
      }),
    ).toBe(false)
  })

  test('I69: one position is no excuse for another', () => {
    const [low, healthy] = [position(1_050n), position(2_000n)]
    const other = (health: bigint) => position(health, 'other')
    expect(passes([low, other(1_050n)], [position(1_060n), other(1_049n)])).toBe(false)
    expect(passes([healthy, other(1_050n)], [position(3_000n), other(1_050n)])).toBe(false)
    expect(passes([low], [position(1_060n), other(1_050n)])).toBe(false)
    expect(passes([low, other(1_050n)], [position(1_060n), other(0n)])).toBe(false)
  })

  test('I69: of several that are too low, one may be raised after the other', () => {
    const [low, other] = [position(1_050n), position(1_050n, 'other')]
    expect(passes([low, other], [position(1_060n), other])).toBe(true)
    expect(passes([low, other], [position(2_000n), other])).toBe(true)
    expect(passes([low, other], [other])).toBe(true)
    expect(passes([low], [])).toBe(true)
  })

  test('I69: where several share one health, ending one raises none', () => {
    const shared = { ...position(1_050n), key: KEY.replaceAll('a', 'b') as Hex }
    expect(passes([position(1_050n), shared], [shared])).toBe(false)
    expect(passes([position(1_050n), shared], [{ ...shared, health: 1_051n }])).toBe(true)
  })

  const health = fc.bigInt({ min: 0n, max: 2_200n })
  test('I69: more health is never denied where less passes, nor more lenient limits where strict ones let it', () => {
    fc.assert(
      fc.property(health, health, health, health, (before, after, more, least) => {
        const passesAt = (found: bigint, minHealth: bigint) => {
          try {
            checkPositions(evidence([position(before)], [position(found)]), buildPolicy({ minHealth }))
            return true
          } catch {
            return false
          }
        }
        if (passesAt(after, least)) expect(passesAt(after + more, least)).toBe(true)
        if (passesAt(after, least + more)) expect(passesAt(after, least)).toBe(true)
        // The design: below the least health only what raises it passes.
        expect(passesAt(after, least)).toBe(after >= least || after > before)
      }),
      { seed: 69, numRuns: 2_000 },
    )
  })
})

describe('what cannot be read', () => {
  const UNREADABLE = { before: { positions: [], problem: 'it hangs' }, after: { positions: [] }, changes: [] }
  const [token, spender] = [`0x${'11'.repeat(20)}`, `0x${'22'.repeat(20)}`] as const
  const pledge = { legs: [], spender, to: spender, untilSeconds: 1 }
  const asked = (changes: Partial<PositionEvidence>) => () =>
    checkPositions(evidence([], [], { positions: UNREADABLE, ...changes }), POLICY)

  test('default: what only brings in passes', () => {
    asked({})()
  })

  test.each<[string, Partial<PositionEvidence>]>([
    ['risk', { actionClass: 'rebalance' }],
    ['what goes out', { outflows: [{ token, amountBaseUnits: 1n }] }],
    ['an allowance', { allowanceGrowth: [{ token, spender, growthBaseUnits: 1n }] }],
    [
      'a pledge',
      {
        decoded: {
          leaves: [{ ...NO_EFFECT, functionName: 'order', pledges: [pledge] }],
          undecodable: [],
          calls: [],
        },
      },
    ],
    [
      'risk, read before and not after',
      {
        actionClass: 'rebalance',
        positions: { ...UNREADABLE, before: { positions: [] }, after: UNREADABLE.before },
      },
    ],
  ])('I10: %s waits', (_, changes) => {
    expect(asked(changes)).toThrow(denies('POSITION_UNREADABLE'))
  })

  test('I10: while an asset gives no balance only exits pass, and what takes allowances back', () => {
    const check = (changes: Partial<PositionEvidence>) => () =>
      checkPositions(evidence([], [], { unreadAssets: [token], ...changes }), POLICY)
    check({})()
    const revoked = { ...NO_EFFECT, approvals: [{ token, spender, amountBaseUnits: 0n }] }
    const leaves = [{ ...revoked, functionName: 'approve' }]
    const risk = { actionClass: 'new-position' } as const
    check({ ...risk, decoded: { leaves, undecodable: [], calls: [] } })()
    expect(check(risk)).toThrow(denies('BALANCE_UNREADABLE'))
    expect(check({ ...risk, unreadAssets: [] })).not.toThrow()
  })
})
