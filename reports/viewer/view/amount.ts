import { formatAmount } from '../../text/format-amount.ts'
import { showText } from './show-text.ts'

/** An amount in whole units, with the base units that it is exactly. */
export interface ViewAmount {
  readonly text: string
  /** Absent where the amount is one of base units, or none. */
  readonly baseUnits?: string
}

/** The most that a word holds: as an allowance, no bound. */
export const MOST = (2n ** 256n - 1n).toString()

/** Show base units in whole ones. */
export const viewAmount = (
  baseUnits: string,
  { decimals, symbol = '', signed = false }: { decimals: number; symbol?: string; signed?: boolean },
): ViewAmount =>
  baseUnits === MOST
    ? { text: `any ${symbol === '' ? 'amount' : showText(symbol, 60)}`, baseUnits }
    : {
        text: `${formatAmount(baseUnits, decimals, { signed })}${symbol === '' ? '' : ` ${showText(symbol, 60)}`}`,
        ...(decimals > 0 ? { baseUnits } : {}),
      }
