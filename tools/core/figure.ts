import { type TokenAmount, USDC_DECIMALS } from './amount.ts'

/** A number by which a layer decided, with what bounds it; all numbers are decimal text of whole units. */
export interface Figure {
  /** What it is, in words of ours: `spent in the window`, `gas`, `price of WETH`. */
  readonly name: string
  readonly value: string
  /** `s`, `bps`, `gas`, `wei`, `calls`, `USD`, or the symbol of a token. */
  readonly unit: string
  /** Decimals of the unit: an amount is in base units, a price in those of its feed. */
  readonly decimals?: number
  /** The most that it may be. */
  readonly most?: string
  /** The least that it must be. */
  readonly least?: string
  /** Where it was read. */
  readonly source?: string
}

/** Takes figures as they are come to, those of a denial included. */
export type NoteFigure = (figure: Figure) => void

/** Takes no figure. */
export const NOTE_NOTHING: NoteFigure = () => undefined

/** What bounds a figure. */
interface Bounds {
  readonly most?: bigint | number
  readonly least?: bigint | number
}

const writeBounds = ({ most, least }: Bounds): Pick<Figure, 'most' | 'least'> => ({
  ...(most === undefined ? {} : { most: String(most) }),
  ...(least === undefined ? {} : { least: String(least) }),
})

/** A number of whole units. */
export const countFigure = (
  name: string,
  value: bigint | number,
  unit: string,
  bounds: Bounds = {},
): Figure => ({ name, value: String(value), unit, ...writeBounds(bounds) })

/** USDC base units. */
export const usdcFigure = (name: string, value: bigint, bounds: Bounds = {}): Figure => ({
  ...countFigure(name, value, 'USDC', bounds),
  decimals: USDC_DECIMALS,
})

/** An amount of a token. */
export const amountFigure = (
  name: string,
  { baseUnits, decimals, symbol }: TokenAmount,
  bounds: Bounds = {},
): Figure => ({ ...countFigure(name, baseUnits, symbol, bounds), decimals })
