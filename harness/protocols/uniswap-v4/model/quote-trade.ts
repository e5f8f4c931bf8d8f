import { type Address, parseAbi, zeroAddress } from 'viem'
import { BASE } from '../../../../tools/protocols/uniswap-v4/base.ts'
import type { Quote, ReadPorts, TradeTerms } from '../../../vocabulary/terms.ts'
import type { Key } from '../contracts.ts'

const quoterAbi = parseAbi([
  'struct Key { address currency0; address currency1; uint24 fee; int24 tickSpacing; address hooks; }',
  'struct Single { Key poolKey; bool zeroForOne; uint128 exactAmount; bytes hookData; }',
  'struct Hop { address currency; uint24 fee; int24 tickSpacing; address hooks; bytes hookData; }',
  'struct Along { address exactCurrency; Hop[] path; uint128 exactAmount; }',
  'function quoteExactInput(Along params) returns (uint256 amount, uint256 gas)',
  'function quoteExactInputSingle(Single params) returns (uint256 amount, uint256 gas)',
  'function quoteExactOutputSingle(Single params) returns (uint256 amount, uint256 gas)',
])

/** What of a pool's key a request names beyond both tokens. */
export interface NamedPool {
  readonly feeTier: number
  readonly tickSpacing?: number | undefined
  readonly hooks?: Address | undefined
}

/** Tick spacings of the usual fees (docs.uniswap.org/contracts/v4/concepts). */
const SPACINGS: Readonly<Record<number, number>> = { 100: 1, 500: 10, 3000: 60, 10000: 200 }

/** Currencies by their symbols, as far as they are known; the native coin is the zero address. */
const currenciesOf = (path: readonly string[], book: ReadPorts['book']): readonly Address[] =>
  path.flatMap((symbol): Address[] => {
    if (symbol === book.nativeSymbol) return [zeroAddress]
    const known = book.tokens.find((token) => token.symbol === symbol)
    return known ? [known.address] : []
  })

/** Quote a sale at the head along named pools; undefined when nothing is given for it. */
export async function quoteAlong(
  { amount, path }: TradeTerms,
  { client, book }: ReadPorts,
  pools: readonly NamedPool[],
): Promise<Quote | undefined> {
  const address = BASE.find(book)?.quoter
  const [exactCurrency, ...currencies] = currenciesOf(path, book)
  const hops = currencies.flatMap((currency, index) => {
    const { feeTier, tickSpacing = SPACINGS[feeTier ?? -1], hooks = zeroAddress } = pools[index] ?? {}
    return feeTier === undefined || tickSpacing === undefined
      ? []
      : [{ currency, fee: feeTier, tickSpacing, hooks, hookData: '0x' } as const]
  })
  const isKnown = hops.length === pools.length && hops.length === path.length - 1
  if (address === undefined || exactCurrency === undefined || !isKnown) return undefined
  try {
    const { result } = await client.simulateContract({
      address,
      abi: quoterAbi,
      functionName: 'quoteExactInput',
      args: [{ exactCurrency, path: hops, exactAmount: amount }],
    })
    return amount === 0n || result[0] === 0n
      ? undefined
      : { way: hops, amountIn: amount, amountOut: result[0] }
  } catch {
    return undefined
  }
}

/** Quote a trade at the head in a named pool; undefined when nothing is given for it. */
export async function quoteTrade(
  { exact, amount, path }: TradeTerms,
  { client, book }: ReadPorts,
  { feeTier, tickSpacing = SPACINGS[feeTier], hooks = zeroAddress }: NamedPool,
): Promise<Quote | undefined> {
  const address = BASE.find(book)?.quoter
  const [paid, bought] = currenciesOf(path, book)
  if (address === undefined || paid === undefined || bought === undefined || tickSpacing === undefined) {
    return undefined
  }
  const zeroForOne = BigInt(paid) < BigInt(bought)
  const [currency0, currency1] = zeroForOne ? [paid, bought] : [bought, paid]
  const poolKey: Key = { currency0, currency1, fee: feeTier, tickSpacing, hooks }
  const functionName = exact === 'input' ? 'quoteExactInputSingle' : 'quoteExactOutputSingle'
  try {
    const { result } = await client.simulateContract({
      address,
      abi: quoterAbi,
      functionName,
      args: [{ poolKey, zeroForOne, exactAmount: amount, hookData: '0x' }],
    })
    const quote =
      exact === 'input'
        ? { amountIn: amount, amountOut: result[0] }
        : { amountIn: result[0], amountOut: amount }
    return quote.amountIn === 0n || quote.amountOut === 0n ? undefined : { way: poolKey, ...quote }
  } catch {
    return undefined
  }
}
