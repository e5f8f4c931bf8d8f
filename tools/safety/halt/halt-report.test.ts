import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { judgeResidual, type Residual } from './halt-report.ts'

const NOTHING: Residual = {
  isPaused: true,
  allowances: [],
  signatures: [],
  transactions: [],
  exposures: [],
  unread: [],
}
const SIGNATURE = { permitId: '0x01', primaryType: 'Permit', untilSeconds: '90' } as const
const [OPEN, LEAVING, LATER] = [
  { positionId: '1' },
  { positionId: '2', waitsUntilSeconds: 70 },
  { positionId: '3', waitsUntilSeconds: 80 },
]

describe('how far a halt has come', () => {
  test.each<[string, Partial<Residual>, ReturnType<typeof judgeResidual>]>([
    ['nothing is left', {}, { status: 'complete' }],
    ['a position is left', { exposures: [OPEN] }, { status: 'disarmed' }],
    [
      'all that is left leaves',
      { exposures: [LATER, LEAVING] },
      { status: 'waiting', waitsUntilSeconds: '70' },
    ],
    [
      'one leaves and one could go',
      { exposures: [LEAVING, OPEN] },
      { status: 'disarmed', waitsUntilSeconds: '70' },
    ],
    ['a signature lapses', { signatures: [SIGNATURE] }, { status: 'paused', waitsUntilSeconds: '90' }],
    [
      'a signature lapses beside what leaves',
      { signatures: [SIGNATURE], exposures: [LEAVING] },
      { status: 'paused', waitsUntilSeconds: '90' },
    ],
    [
      'a transaction can be mined still',
      { transactions: [{ permitId: '0x02', nonce: 4, untilSeconds: '80' }], exposures: [OPEN] },
      { status: 'paused', waitsUntilSeconds: '80' },
    ],
    ['something cannot be read', { unread: ['the log'], exposures: [LEAVING] }, { status: 'paused' }],
    ['the cage acts', { isPaused: false }, { status: 'unpaused' }],
  ])('I57: %s', (_, left, expected) => {
    expect(judgeResidual({ ...NOTHING, ...left })).toEqual(expected)
  })

  test('I57: complete is only where nothing at all is left', () => {
    const left = fc.subarray([OPEN, LEAVING, LATER, { asset: 'WETH', baseUnits: '1' }])
    fc.assert(
      fc.property(
        left,
        fc.subarray([SIGNATURE]),
        fc.subarray(['the log']),
        (exposures, signatures, unread) => {
          const { status } = judgeResidual({ ...NOTHING, exposures, signatures, unread })
          expect(status === 'complete').toBe(exposures.length + signatures.length + unread.length === 0)
          expect(['disarmed', 'waiting', 'complete'].includes(status)).toBe(
            signatures.length + unread.length === 0,
          )
        },
      ),
      { seed: 57 },
    )
  })
})
