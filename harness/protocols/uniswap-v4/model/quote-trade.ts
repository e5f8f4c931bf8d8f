import { type Address, parseAbi, zeroAddress } from 'viem'
import { BASE } from '../../../../tools/protocols/uniswap-v4/base.ts'
import type { Quote, ReadPorts, TradeTerms } from '../../../vocabulary/terms.ts'
import type { Key } from '../contracts.ts'

const quoterAbi = parseAbi([
  'struct Key { address currency0; address currency1; uint24 fee; int24 tickSpacing; address hooks; }',
  'struct Single { Key poolKey; bool zeroForOne; uint128 exactAmount; bytes hookData; }',
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

/** Quote a trade at the head in a named pool; undefined when nothing is given for it. */
export async function quoteTrade(
  { exact, amount, path }: TradeTerms,
  { client, book }: ReadPorts,
  { feeTier, tickSpacing = SPACINGS[feeTier], hooks = zeroAddress }: NamedPool,
): Promise<Quote | undefined> {
  const address = BASE.find(book)?.quoter
  const currencies = path.flatMap((symbol): Address[] => {
    if (symbol === book.nativeSymbol) return [zeroAddress]
    const known = book.tokens.find((token) => token.symbol === symbol)
    return known ? [known.address] : []
  })
  const [paid, bought] = currencies
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
