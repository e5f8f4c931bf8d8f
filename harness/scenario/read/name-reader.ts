import { type Address, getAddress, isAddress } from 'viem'
import type { AccountRef } from '../account-ref.ts'
import type { ScenarioCatalogue } from '../catalogue.ts'
import type { ReportProblem } from '../text/check-shape.ts'
import type { Path } from '../text/matrix.ts'
import { suggestName } from '../text/suggest-name.ts'

/** A token by the symbol that its chain knows it by. */
interface NamedToken {
  readonly symbol: string
  readonly decimals: number
}

/** What a map says of one token, and where. */
interface OfToken<Value> {
  readonly token: NamedToken
  readonly value: Value
  readonly path: Path
}

/** Reads names; one that is not known is reported with the nearest that is. */
export interface NameReader {
  /** Report an unknown name with the nearest known one. */
  unknown(path: Path, what: string, name: string, known: readonly string[]): void
  choose<Name extends string>(path: Path, what: string, value: unknown, known: readonly Name[]): Name
  /** Whether a symbol is one of the chain; what is not has been reported where it was read. */
  isToken(symbol: string): boolean
  token(symbol: string, path: Path): NamedToken
  /** What a map says of tokens by symbol, each of them once. */
  byToken<Value>(members: Readonly<Record<string, Value>>, path: Path): readonly OfToken<Value>[]
  /** A token by symbol, or any address as it is. */
  tokenName(value: unknown, path: Path): string
  account(value: unknown, path: Path): AccountRef
  /** The address of an actor or contract by its bare name; undefined when it is neither. */
  addressOf(name: string): Address | undefined
}

/** Create the reader of names of one cell. */
export function createNameReader(
  { tokens, actors, contracts }: ScenarioCatalogue,
  problem: ReportProblem,
): NameReader {
  const findToken = (symbol: string) =>
    tokens.find((token) => token.symbol.toUpperCase() === symbol.toUpperCase())
  const reader: NameReader = {
    unknown(path, what, name, known) {
      problem(path, `unknown ${what} "${name}"`, suggestName(name, known))
    },
    choose(path, what, value, known) {
      const name = String(value)
      const found = known.find((candidate) => candidate === name)
      if (found === undefined) reader.unknown(path, what, name, known)
      return found ?? (known[0] as (typeof known)[number])
    },
    isToken: (symbol) => findToken(symbol) !== undefined,
    token(symbol, path) {
      const known = findToken(symbol)
      if (known !== undefined) return known
      const symbols = tokens.map((token) => token.symbol)
      reader.unknown(path, 'token', symbol, symbols)
      // The most decimals there are, so that the wrong name is the only complaint.
      return { symbol, decimals: 77 }
    },
    byToken(members, path) {
      const named = Object.entries(members).map(([name, value]) => {
        const at = [...path, name]
        return { token: reader.token(name, at), value, path: at }
      })
      const known = new Set<string>()
      for (const { token, path: at } of named) {
        if (known.has(token.symbol)) {
          problem(at, `${token.symbol} stands here twice`, 'drop one of the two', true)
        }
        known.add(token.symbol)
      }
      return named
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
      if (Object.hasOwn(actors, name)) return actors[name]
      return Object.hasOwn(contracts, name) ? contracts[name] : undefined
    },
  }
  return reader
}
