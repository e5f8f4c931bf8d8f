import { type Address, getAddress, type Hex, isAddress } from 'viem'
import type { ScenarioCatalogue } from './catalogue.ts'
import type { ReportProblem } from './check-shape.ts'
import type { Path } from './matrix.ts'
import type { AccountRef } from './step/account-ref.ts'
import { suggestName } from './suggest-name.ts'
import { parseDecimal, parseDurationMs, splitAmount } from './units.ts'

/** An amount with its token, in base units. */
export interface TokenAmount {
  readonly token: string
  readonly baseUnits: bigint
}

/**
 * Reads the names and units of one matrix cell. Every method reports what is wrong and goes on with a stand-in,
 * so that one pass finds everything.
 */
export interface CellReader {
  readonly catalogue: ScenarioCatalogue
  readonly problem: ReportProblem
  /** Report an unknown name with the nearest known one. */
  unknown(path: Path, what: string, name: string, known: readonly string[]): void
  choose<Name extends string>(path: Path, what: string, value: unknown, known: readonly Name[]): Name
  durationMs(value: unknown, path: Path): number
  /** Whole seconds of a duration, none of them negative. */
  durationSeconds(value: unknown, path: Path): number
  amount(value: unknown, path: Path): TokenAmount
  /** An amount that has to be in USDC. */
  usdc(value: unknown, path: Path): bigint
  token(symbol: string, path: Path): { readonly symbol: string; readonly decimals: number }
  /** A token by symbol, or any address as it is. */
  tokenName(value: unknown, path: Path): string
  account(value: unknown, path: Path): AccountRef
  /** The address of an actor or contract by its bare name; undefined when it is neither. */
  addressOf(name: string): Address | undefined
  /** Bytes as hex, as many as a size says where there is one. */
  bytes(value: unknown, path: Path, size?: number): Hex
}

/** Create the reader of one cell. */
export function createCellReader(catalogue: ScenarioCatalogue, problem: ReportProblem): CellReader {
  const { tokens, actors, contracts } = catalogue

  const reader: CellReader = {
    catalogue,
    problem,
    unknown(path, what, name, known) {
      problem(path, `unknown ${what} "${name}"`, suggestName(name, known))
    },
    choose(path, what, value, known) {
      const name = String(value)
      const found = known.find((candidate) => candidate === name)
      if (found === undefined) reader.unknown(path, what, name, known)
      return found ?? (known[0] as (typeof known)[number])
    },
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
      const token = reader.token(parts.symbol, path)
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
      const { token, baseUnits } = reader.amount(value, path)
      if (token !== 'USDC')
        problem(path, `expected an amount in USDC, found ${token}`, 'limits count in USDC')
      return baseUnits
    },
    token(symbol, path) {
      const known = tokens.find((token) => token.symbol.toUpperCase() === symbol.toUpperCase())
      if (known !== undefined) return known
      const symbols = tokens.map((token) => token.symbol)
      reader.unknown(path, 'token', symbol, symbols)
      // The most decimals there are, so that the wrong name is the only complaint.
      return { symbol, decimals: 77 }
    },
    tokenName(value, path) {
      const name = String(value)
      return isAddress(name, { strict: false }) ? getAddress(name) : reader.token(name, path).symbol
    },
    account(value, path) {
      const name = String(value).replace(/^\$\{(\w+)\}$/, '$1')
      if (name === 'cage') return 'cage'
      if (isAddress(name, { strict: false })) return getAddress(name)
      if (Object.hasOwn(actors, name)) return name as AccountRef
      const contract = reader.addressOf(name)
      if (contract !== undefined) return contract
      reader.unknown(path, 'account', name, [...Object.keys(actors), 'cage', ...Object.keys(contracts)])
      return 'cage'
    },
    addressOf(name) {
      const { [name]: actor } = Object.hasOwn(actors, name) ? actors : {}
      const { [name]: contract } = Object.hasOwn(contracts, name) ? contracts : {}
      return actor ?? contract
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
