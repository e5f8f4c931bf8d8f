import { type Hex, maxUint256, pad, zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import { ALERTS_PATTERN, type Alert, compareAlerts, findAlerts, parseAlerts, renderAlerts } from './alerts.ts'
import type { HeldPosition } from './read-portfolio.ts'

const KEY: Hex = pad('0x0a', { size: 32 })
const WAD = 10n ** 18n

const position = (health: bigint, ...amounts: readonly bigint[]): HeldPosition => ({
  protocol: 'lender-v1',
  reader: zeroAddress,
  key: KEY,
  assets: [],
  place: KEY,
  health,
  lots: [{ units: 1n, index: 1n, legs: amounts.map((amount) => ({ token: zeroAddress, amount })) }],
})
const alert = (type: Alert['type']): Alert => ({ type, protocol: 'lender-v1', key: KEY })

test('default: a health below the threshold and a range that is left', () => {
  expect(findAlerts([position(WAD - 1n, 1n, -1n)], WAD)).toEqual([alert('health')])
  expect(findAlerts([position(WAD, 1n, -1n)], WAD)).toEqual([])
  expect(findAlerts([position(maxUint256, 0n, 1n)], maxUint256)).toEqual([alert('range')])
  expect(findAlerts([position(WAD - 1n, 1n)], WAD)).toEqual([])
})

test('behavior: what is told once is told again only when it came anew', () => {
  const known = compareAlerts([], [alert('health')], [])
  expect(known).toEqual({ active: [alert('health')], raised: [alert('health')], cleared: [] })
  expect(compareAlerts(known.active, [alert('health'), alert('range')], []).raised).toEqual([alert('range')])
  expect(compareAlerts(known.active, [], [])).toEqual({ active: [], raised: [], cleared: [alert('health')] })
})

test('behavior: what cannot be read is not taken for mended', () => {
  const unread = { protocol: 'lender-v1', key: null, reason: 'its reader does not answer' }
  expect(compareAlerts([alert('health')], [], [unread])).toEqual({
    active: [alert('health')],
    raised: [],
    cleared: [],
  })
})

test('default: a cursor holds what was told', () => {
  const alerts = [alert('health'), alert('range')]
  const text = renderAlerts(alerts)
  expect(text).toMatch(new RegExp(`^${ALERTS_PATTERN}$`))
  expect(parseAlerts(text)).toEqual(alerts)
  expect(parseAlerts(renderAlerts([]))).toEqual([])
})
