import type { RecordFigure } from '../../../harness/record/record.ts'
import { type ViewAmount, viewAmount } from './amount.ts'
import { showText } from './show-text.ts'

/** A number by which a layer decided, ready to be shown. */
export interface ViewFigure {
  readonly name: string
  readonly value: ViewAmount
  /** `at most 100,000 USDC`. */
  readonly bound?: string
  /** How much of the most it takes, in percent. */
  readonly percent?: number
  /** Whether it lies beyond its bound. */
  readonly isBeyond?: true
  readonly source?: string
}

const WHOLE = /^-?\d+$/

/** Prepare the numbers by which a layer decided. */
export function viewFigures(figures: readonly RecordFigure[] = []): ViewFigure[] {
  const found = figures.find(({ name }) => name === 'found')
  const expected = figures.find(({ name }) => name === 'expected')
  if (found === undefined || expected?.unit !== found.unit) return figures.map(viewFigure)
  // Two numbers of one thing are a row, as they are where a hook says on which side of its bound a number lies.
  return figures
    .filter((figure) => figure !== expected)
    .map((figure) =>
      figure === found
        ? { ...viewFigure(figure), bound: `expected ${viewFigure(expected).value.text}` }
        : viewFigure(figure),
    )
}

function viewFigure({ name, value, unit, decimals = 0, most, least, source }: RecordFigure): ViewFigure {
  const show = (number: string): ViewAmount =>
    WHOLE.test(number)
      ? viewAmount(number, { decimals, symbol: number === '1' ? singular(unit) : unit })
      : { text: showText(`${number} ${unit}`.trim(), 200) }
  const bounds = [
    ...(least === undefined ? [] : [`at least ${show(least).text}`]),
    ...(most === undefined ? [] : [`at most ${show(most).text}`]),
  ]
  const percent = shareOf(value, most)
  return {
    name: showText(name, 100),
    value: show(value),
    ...(bounds.length > 0 ? { bound: bounds.join(', ') } : {}),
    ...(percent === undefined ? {} : { percent }),
    ...(isLess(most, value) || isLess(value, least) ? { isBeyond: true } : {}),
    ...(source === undefined ? {} : { source: showText(source, 100) }),
  }
}

const singular = (unit: string): string => (unit === 'calls' ? 'call' : unit)

const isLess = (a: string | undefined, b: string | undefined): boolean =>
  a !== undefined && b !== undefined && WHOLE.test(a) && WHOLE.test(b) && BigInt(a) < BigInt(b)

function shareOf(value: string, most: string | undefined): number | undefined {
  if (most === undefined || !WHOLE.test(value) || !WHOLE.test(most)) return undefined
  const [part, whole] = [BigInt(value), BigInt(most)]
  if (whole <= 0n || part < 0n) return undefined
  // Bounded before it is a number: a share of a thousand bars is as full as one of two.
  const tenths = (part * 1000n) / whole
  return Number(tenths > 1000n ? 1000n : tenths) / 10
}
