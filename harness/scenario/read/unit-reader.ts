import { type Hex, maxUint256 } from 'viem'
import { USDC_DECIMALS } from '../../../tools/core/amount.ts'
import type { ReportProblem } from '../text/check-shape.ts'
import type { Path } from '../text/matrix.ts'
import { isTooLong, MAX_DURATION_DAYS, parseDecimal, parseDurationMs, splitAmount } from '../text/units.ts'
import type { NameReader } from './name-reader.ts'

/** An amount with its token, in base units. */
export interface TokenAmount {
  readonly token: string
  readonly baseUnits: bigint
}

/** Reads values that have a unit. */
export interface UnitReader {
  /** Milliseconds of a duration of at least so many, by default none. */
  durationMs(value: unknown, path: Path, least?: number): number
  /** Milliseconds forward, or back. */
  shiftMs(value: unknown, path: Path): number
  /** Seconds of a duration of whole ones, at least so many, by default none. */
  durationSeconds(value: unknown, path: Path, least?: number): number
  /** An amount that an integer of a contract can hold. */
  amount(value: unknown, path: Path): TokenAmount
  /** An amount that has to be in USDC. */
  usdc(value: unknown, path: Path): bigint
  /** Bytes as hex, as many as a size says where there is one. */
  bytes(value: unknown, path: Path, size?: number): Hex
}

const nameMs = (ms: number): string => (ms % 1_000 === 0 ? `${ms / 1_000}s` : `${ms}ms`)

/** Create the reader of values of one cell. */
export function createUnitReader(names: NameReader, problem: ReportProblem): UnitReader {
  function readMs(value: unknown, path: Path): number | undefined {
    const text = String(value)
    const ms = parseDurationMs(text)
    if (isTooLong(text)) {
      problem(path, `expected at most ${MAX_DURATION_DAYS}d, found ${text}`, 'write a shorter time')
      return undefined
    }
    if (ms === undefined) {
      problem(path, `"${text}" is no duration`, 'write for example 60s, 59.999s, 10m or 24h')
    }
    return ms
  }

  const reader: UnitReader = {
    durationMs(value, path, least = 0) {
      const ms = readMs(value, path)
      if (ms !== undefined && ms < least) {
        problem(path, `expected at least ${nameMs(least)}, found ${value}`, 'write a longer time, e.g. 60s')
      }
      return ms ?? least
    },
    shiftMs: (value, path) => readMs(value, path) ?? 0,
    durationSeconds(value, path, least = 0) {
      const ms = reader.durationMs(value, path, least * 1_000)
      if (ms % 1_000 !== 0) {
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
      } else if (baseUnits > maxUint256) {
        problem(path, `${value} is more than 256 bits hold`, 'write a smaller amount')
      }
      // What is told here is told once: no tool's schema is to refuse it again.
      const isHeld = baseUnits !== undefined && baseUnits >= 0n && baseUnits <= maxUint256
      return { token: token.symbol, baseUnits: isHeld ? baseUnits : 0n }
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
