import type { Hex } from 'viem'
import { USDC_DECIMALS } from '../../../tools/core/amount.ts'
import type { ReportProblem } from '../text/check-shape.ts'
import type { Path } from '../text/matrix.ts'
import { parseDecimal, parseDurationMs, splitAmount } from '../text/units.ts'
import type { NameReader } from './name-reader.ts'

/** An amount with its token, in base units. */
export interface TokenAmount {
  readonly token: string
  readonly baseUnits: bigint
}

/** Reads values that have a unit. */
export interface UnitReader {
  durationMs(value: unknown, path: Path): number
  /** Whole seconds of a duration, none of them negative. */
  durationSeconds(value: unknown, path: Path): number
  amount(value: unknown, path: Path): TokenAmount
  /** An amount that has to be in USDC. */
  usdc(value: unknown, path: Path): bigint
  /** Bytes as hex, as many as a size says where there is one. */
  bytes(value: unknown, path: Path, size?: number): Hex
}

/** Create the reader of values of one cell. */
export function createUnitReader(names: NameReader, problem: ReportProblem): UnitReader {
  const reader: UnitReader = {
    durationMs(value, path) {
      const ms = parseDurationMs(String(value))
      if (ms === undefined) {
        problem(path, `"${value}" is no duration`, 'write for example 60s, 59.999s, 10m or 24h')
      }
      return ms ?? 0
    },
    durationSeconds(value, path) {
      const ms = reader.durationMs(value, path)
      if (ms % 1_000 !== 0 || ms < 0) {
        problem(path, `expected whole seconds, found ${value}`, 'write for example 60s')
      }
      return Math.floor(ms / 1_000)
    },
    amount(value, path) {
      const parts = splitAmount(String(value))
      if (parts === undefined) {
        problem(path, `"${value}" is no amount`, 'write for example 500 USDC or 0.25 WETH')
        return { token: 'USDC', baseUnits: 0n }
      }
      const token = names.token(parts.symbol, path)
      if (!names.isToken(token.symbol)) return { token: token.symbol, baseUnits: 0n }
      const baseUnits = parseDecimal(parts.decimal, token.decimals)
      if (baseUnits === undefined) {
        const hint = `${token.symbol} has ${token.decimals} decimals`
        problem(path, `${parts.decimal} has too many decimals`, hint)
      } else if (baseUnits < 0n) {
        problem(path, `expected an amount of at least 0, found ${value}`, 'write it without the sign')
      }
      return { token: token.symbol, baseUnits: baseUnits ?? 0n }
    },
    usdc(value, path) {
      const parts = splitAmount(String(value))
      const { token, baseUnits } = reader.amount(value, path)
      if (token !== 'USDC' && names.isToken(token)) {
        problem(path, `expected an amount in USDC, found ${token}`, 'limits count in USDC')
      }
      // What is counted has its own decimals, however many the token has on a chain.
      return parts === undefined ? baseUnits : (parseDecimal(parts.decimal, USDC_DECIMALS) ?? baseUnits)
    },
    bytes(value, path, size) {
      const text = String(value)
      if (size !== undefined && text.length !== 2 + 2 * size) {
        problem(path, `"${text}" is no word`, `write ${size} bytes after 0x`)
      }
      if (/^0x([0-9a-fA-F]{2})*$/.test(text)) return text as Hex
      problem(path, `"${text}" is no hex`, 'write whole bytes after 0x')
      return '0x'
    },
  }
  return reader
}
