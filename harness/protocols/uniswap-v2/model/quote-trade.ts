import type { Address } from 'viem'
import { parseAbi } from 'viem'
import { BASE } from '../../../../tools/protocols/uniswap-v2/base.ts'
import type { Quote, ReadPorts, TradeTerms } from '../../../vocabulary/terms.ts'

const routerAbi = parseAbi([
  'function getAmountsOut(uint256 amountIn, address[] path) view returns (uint256[])',
  'function getAmountsIn(uint256 amountOut, address[] path) view returns (uint256[])',
])

/** Quote a trade at the head by the router; undefined when nothing is given for it. */
export async function quoteTrade(
  { exact, amount, path }: TradeTerms,
  { client, book }: ReadPorts,
): Promise<Quote | undefined> {
  const address = BASE.find(book)?.router
  const tokens = path.flatMap((symbol): Address[] => {
    const known = book.tokens.find((token) => token.symbol === symbol)
    return known ? [known.address] : []
  })
  if (address === undefined || tokens.length < path.length) return undefined
  const functionName = exact === 'input' ? 'getAmountsOut' : 'getAmountsIn'
  try {
    const args = [amount, tokens] as const
    const amounts = await client.readContract({ address, abi: routerAbi, functionName, args })
    const [amountIn = 0n, amountOut = 0n] = [amounts[0], amounts.at(-1)]
    return amountIn === 0n || amountOut === 0n ? undefined : { way: 'pair', amountIn, amountOut }
  } catch {
    return undefined
  }
}
