import { type Address, type Hex, parseAbi } from 'viem'
import { decodeFunctionResult } from '../../../../tools/core/decode-function-result.ts'
import { encodeFunctionData } from '../../../../tools/core/encode-function-data.ts'
import { BASE } from '../../../../tools/protocols/uniswap-v3/base.ts'
import type { Quote, ReadPorts, TradeTerms } from '../../../vocabulary/terms.ts'
import { encodePath } from './encode-path.ts'

const quoterAbi = parseAbi([
  'struct InputParams { address tokenIn; address tokenOut; uint256 amountIn; uint24 fee; uint160 sqrtPriceLimitX96; }',
  'struct OutputParams { address tokenIn; address tokenOut; uint256 amount; uint24 fee; uint160 sqrtPriceLimitX96; }',
  'function quoteExactInputSingle(InputParams params) returns (uint256 amount, uint160 sqrtPriceX96After, uint32 ticks, uint256 gas)',
  'function quoteExactOutputSingle(OutputParams params) returns (uint256 amount, uint160 sqrtPriceX96After, uint32 ticks, uint256 gas)',
  'function quoteExactInput(bytes path, uint256 amountIn) returns (uint256 amount, uint160[] after_, uint32[] ticks, uint256 gas)',
  'function quoteExactOutput(bytes path, uint256 amountOut) returns (uint256 amount, uint160[] after_, uint32[] ticks, uint256 gas)',
])

/** Fee tiers that a swap without one chooses from. */
const FEE_TIERS = [100, 500, 3_000, 10_000]

type FeeTiers = readonly number[]

/**
 * Quote a trade at the head: through pools of these fees, or through the best ones where there are none. Undefined when
 * nothing is given for it.
 */
export async function quoteTrade(
  terms: TradeTerms,
  { client, book }: ReadPorts,
  feeTiers: FeeTiers | undefined,
): Promise<Quote | undefined> {
  const to = BASE.find(book)?.quoter
  const addressOf = (symbol: string) => book.tokens.find((token) => token.symbol === symbol)?.address
  const ask = async (data: Hex): Promise<Hex | undefined> => {
    try {
      return to && (await client.call({ to, data })).data
    } catch {
      return undefined
    }
  }
  const quoteThrough = async (asked: TradeTerms, tiers: FeeTiers): Promise<Quote | undefined> => {
    const { exact, amount } = asked
    const addresses = asked.path.map(addressOf)
    const known = addresses.filter((address) => address !== undefined)
    if (known.length < addresses.length || tiers.length === 0) return undefined
    const { functionName, data } = encodeQuestion(asked, known, tiers)
    const answer = await ask(data)
    if (answer === undefined || answer === '0x') return undefined
    const [found] = decodeFunctionResult({ abi: quoterAbi, functionName, data: answer }) as readonly [bigint]
    const quote =
      exact === 'input' ? { amountIn: amount, amountOut: found } : { amountIn: found, amountOut: amount }
    return quote.amountOut === 0n || quote.amountIn === 0n ? undefined : { way: tiers, ...quote }
  }
  const quoteBest = async (asked: TradeTerms): Promise<Quote | undefined> => {
    const found = await Promise.all(FEE_TIERS.map((tier) => quoteThrough(asked, [tier])))
    const better = (a: Quote, b: Quote) =>
      asked.exact === 'input' ? a.amountOut > b.amountOut : a.amountIn < b.amountIn
    return found.reduce(
      (best, next) => (next && (best === undefined || better(next, best)) ? next : best),
      undefined,
    )
  }
  /** A path without tiers goes, hop by hop, through the pool that pays the most. */
  const findTiers = async (): Promise<FeeTiers> => {
    const tiers: number[] = []
    let { amount } = terms
    for (const [index, token] of terms.path.slice(1).entries()) {
      const hop = await quoteBest({ ...terms, path: [terms.path[index] ?? '', token], amount })
      if (hop === undefined) return []
      tiers.push(...(hop.way as FeeTiers))
      amount = hop.amountOut
    }
    return tiers
  }
  if (feeTiers) return quoteThrough(terms, feeTiers)
  return terms.path.length > 2 ? quoteThrough(terms, await findTiers()) : quoteBest(terms)
}

function encodeQuestion({ exact, amount }: TradeTerms, addresses: readonly Address[], feeTiers: FeeTiers) {
  const [tokenIn, tokenOut] = [addresses[0] as Address, addresses.at(-1) as Address]
  const pair = { tokenIn, tokenOut, fee: feeTiers[0] as number, sqrtPriceLimitX96: 0n }
  if (addresses.length > 2 && exact === 'output') {
    // The quoter walks such a path from what is bought to what is paid.
    const args = [encodePath(addresses.toReversed(), feeTiers.toReversed()), amount] as const
    const functionName = 'quoteExactOutput'
    return { functionName, data: encodeFunctionData({ abi: quoterAbi, functionName, args }) } as const
  }
  if (addresses.length > 2) {
    const args = [encodePath(addresses, feeTiers), amount] as const
    const functionName = 'quoteExactInput'
    return { functionName, data: encodeFunctionData({ abi: quoterAbi, functionName, args }) } as const
  }
  if (exact === 'input') {
    const args = [{ ...pair, amountIn: amount }] as const
    const functionName = 'quoteExactInputSingle'
    return { functionName, data: encodeFunctionData({ abi: quoterAbi, functionName, args }) } as const
  }
  const args = [{ ...pair, amount }] as const
  const functionName = 'quoteExactOutputSingle'
  return { functionName, data: encodeFunctionData({ abi: quoterAbi, functionName, args }) } as const
}
