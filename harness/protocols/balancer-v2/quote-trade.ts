import { type Address, type Hex, parseAbi, zeroAddress } from 'viem'
import { BASE } from '../../../tools/protocols/balancer-v2/base.ts'
import type { Quote, ReadPorts, TradeTerms } from '../../vocabulary/terms.ts'
import { STABLE, WEIGHTED } from './pools.ts'

const queriesAbi = parseAbi([
  'struct Step { bytes32 poolId; uint256 assetIn; uint256 assetOut; uint256 amount; bytes userData; }',
  'struct Funds { address sender; bool fromInternal; address recipient; bool toInternal; }',
  'function queryBatchSwap(uint8 kind, Step[] swaps, address[] assets, Funds funds) returns (int256[] deltas)',
])

const FUNDS = { sender: zeroAddress, fromInternal: false, recipient: zeroAddress, toInternal: false }

/** The pool of the origin that holds both tokens. */
const poolOf = (first: string, second: string): Hex | undefined =>
  [WEIGHTED, STABLE].find(({ tokens }) =>
    [first, second].every((symbol) => (tokens as readonly string[]).includes(symbol)),
  )?.id

/** Quote a trade at the head along pools, those of the origin where none are named; undefined when nothing is given for it. */
export async function quoteTrade(
  { exact, amount, path }: TradeTerms,
  { client, book }: ReadPorts,
  named?: readonly Hex[],
): Promise<Quote | undefined> {
  const address = BASE.find(book)?.queries
  const assets = path.flatMap((symbol): Address[] => {
    const known = book.tokens.find((token) => token.symbol === symbol)
    return known ? [known.address] : []
  })
  const pools = named ?? path.slice(1).map((symbol, index) => poolOf(path[index] as string, symbol))
  if (address === undefined || assets.length < path.length || pools.length !== path.length - 1) {
    return undefined
  }
  const hops = pools.flatMap((poolId, index) => (poolId === undefined ? [] : [{ poolId, index }]))
  if (hops.length < pools.length) return undefined
  const walked = exact === 'input' ? hops : hops.toReversed()
  const steps = walked.map(({ poolId, index }, at) => ({
    poolId,
    assetIn: BigInt(index),
    assetOut: BigInt(index + 1),
    amount: at === 0 ? amount : 0n,
    userData: '0x' as const,
  }))
  try {
    const { result } = await client.simulateContract({
      address,
      abi: queriesAbi,
      functionName: 'queryBatchSwap',
      args: [exact === 'input' ? 0 : 1, steps, assets, FUNDS],
    })
    const [amountIn = 0n, amountOut = 0n] = [result[0], -(result.at(-1) ?? 0n)]
    return amountIn <= 0n || amountOut <= 0n ? undefined : { way: pools, amountIn, amountOut }
  } catch {
    return undefined
  }
}
