import { expect, test } from 'vitest'
import { assertAnnouncement, assertWaited, waitOf } from './announcement.ts'

const POLICY = { announce: { from: 'elevated', waitSeconds: 30 } } as const
const ROW = { permitId: '0x1', issuedWallMs: 1_000_000, issuedChainSeconds: 1_000 } as const
const RISK = { riskClass: 'elevated', actionClass: 'increase-position' } as const
const wait =
  (wallMs: number, chainSeconds: number, rated: Parameters<typeof waitOf>[0] = RISK) =>
  () =>
    assertWaited(ROW, rated, { wallMs, chainSeconds }, { policy: POLICY })
const left = (remaining: number) =>
  expect.objectContaining({ code: 'PERMIT_ANNOUNCED', args: expect.objectContaining({ remaining }) })

test('behavior: from the class on an action waits, exits and what the owner does not announce never do', () => {
  expect(waitOf(RISK, POLICY)).toBe(30)
  expect(waitOf({ ...RISK, riskClass: 'standard' }, POLICY)).toBe(0)
  expect(waitOf({ ...RISK, riskClass: 'critical' }, POLICY)).toBe(30)
  expect(waitOf({ ...RISK, riskClass: undefined }, POLICY)).toBe(30)
  expect(waitOf({ ...RISK, actionClass: 'close-position' }, POLICY)).toBe(0)
  expect(waitOf(RISK, {})).toBe(0)
})

test('I14: error: PERMIT_ANNOUNCED until both clocks say that it waited, with what the slower one leaves', () => {
  expect(wait(1_030_000, 1_030)).not.toThrow()
  expect(wait(1_029_999, 1_030)).toThrow(left(1))
  expect(wait(1_030_000, 1_029)).toThrow(left(1))
  expect(wait(1_000_000, 1_090)).toThrow(left(30))
  expect(wait(1_000_000, 1_000, { ...RISK, actionClass: 'decrease-position' })).not.toThrow()
})

test('error: RangeError for a wait that leaves no time to commit in', () => {
  const check =
    (waitSeconds: number, permitTtlSeconds = 60) =>
    () =>
      assertAnnouncement({ announce: { from: 'elevated', waitSeconds }, permitTtlSeconds })
  expect(check(35)).not.toThrow()
  expect(check(0)).not.toThrow()
  expect(check(36)).toThrow('expected less than 36 (permits live 60 s, 24 s are left to commit in), found 36')
  expect(check(30, 30)).toThrow('expected less than 6')
  expect(check(0, 24)).toThrow(RangeError)
  expect(check(-1)).toThrow(RangeError)
  expect(check(Number.NaN)).toThrow(RangeError)
  expect(() => assertAnnouncement({ permitTtlSeconds: 0 })).not.toThrow()
})
