import { isAddress } from 'viem'
import { USDC_DECIMALS } from '../../../tools/core/amount.ts'
import type { AmountCheck } from '../expectations.ts'
import { describeValue } from '../text/check-shape.ts'
import type { Path } from '../text/matrix.ts'
import { parseDecimal } from '../text/units.ts'
import type { CellReader } from './cell-reader.ts'

/** What is counted, not measured in a token. */
export const UNIT = 'a number'

/** What limits and spend are counted in, whatever the token of that name is on a chain. */
export const COUNTED = 'counted USDC'

/** All of an amount: what is so far from it may be nothing, or the amount twice. */
const ALL_BPS = 10_000

/** A comparison of whole numbers, of which nothing says what they count. */
export const COMPARISON = /^(<=|>=|<|>)\s*(-?\d+)$/

const CHECK = /^(<=|>=|<|>|=|~)?\s*([+-]?\d+(?:\.\d+)?)(?:\s+([A-Za-z]\w*))?(?:\s*±\s*(\d+)\s*bps)?$/

function unitOf(symbol: string, path: Path, reader: CellReader) {
  if (symbol === COUNTED) return { symbol: 'USDC', decimals: USDC_DECIMALS }
  return isAddress(symbol) || symbol === UNIT ? { symbol, decimals: 0 } : reader.token(symbol, path)
}

/** A comparison in token units: `-500`, `>0`, `<= 500 USDC`, `~0.166 ±50bps`. */
export function readCheck(value: unknown, symbol: string, path: Path, reader: CellReader): AmountCheck {
  const text = String(value).trim()
  const bad = (message: string, hint: string): AmountCheck => {
    reader.problem(path, message, hint)
    return { op: '=', value: 0n }
  }
  const match = CHECK.exec(text)
  const [, op = '=', decimal = '0', named, bps] = match ?? []
  if (match === null || (op === '~') !== (bps !== undefined)) {
    const found = typeof value === 'object' ? describeValue(value) : `"${text}"`
    return bad(`${found} is no amount to compare with`, 'write -500, ">0" or "~0.166 ±50bps"')
  }
  if (bps !== undefined && Number(bps) >= ALL_BPS) {
    return bad(`${bps} bps tolerate that nothing changes`, `write fewer than ${ALL_BPS} bps`)
  }
  const token = unitOf(symbol, path, reader)
  if (named !== undefined && named.toUpperCase() !== token.symbol.toUpperCase()) {
    return bad(`expected an amount in ${token.symbol}, found ${named}`, `compare with ${token.symbol}`)
  }
  const amount = parseDecimal(decimal, token.decimals)
  if (amount === undefined) {
    return bad(`${decimal} has too many decimals`, `${token.symbol} has ${token.decimals} decimals`)
  }
  return op === '~'
    ? { op, value: amount, toleranceBps: Number(bps) }
    : { op: op as '=' | '<' | '<=' | '>' | '>=', value: amount }
}

/** A comparison of what is never less than nothing. */
export function readQuantityCheck(
  value: unknown,
  symbol: string,
  path: Path,
  reader: CellReader,
): AmountCheck {
  const check = readCheck(value, symbol, path, reader)
  if ((check.op === '>=' && check.value <= 0n) || (check.op === '>' && check.value < 0n)) {
    reader.problem(
      path,
      `${String(value).trim()} holds of any amount`,
      'write what could fall short, e.g. "> 0"',
    )
  }
  return check
}
