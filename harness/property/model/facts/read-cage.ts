import { parseAbi } from 'viem'
import { ACTORS } from '../../../world/actors.ts'
import { type CageState, NOTHING_REMEMBERED } from '../cage/cage-rules.ts'
import type { FactSource } from './fact-source.ts'
import type { Facts } from './facts.ts'

const cageAbi = parseAbi([
  'function totalShares() view returns (uint256)',
  'function highWaterMark() view returns (uint256)',
  'function lastRebalanceAt() view returns (uint256)',
  'function drawdownBps() view returns (uint256)',
])

/** Read what the cage remembers before anything was done. */
export async function readCage(
  { client, cage, book }: FactSource,
  { balances, prices }: Facts,
  wrappedSymbol: string,
): Promise<CageState> {
  const read = (functionName: 'totalShares' | 'highWaterMark' | 'lastRebalanceAt') =>
    client.readContract({ address: cage, abi: cageAbi, functionName })
  const [totalShares, mark, lastRebalanceAt] = await Promise.all([
    read('totalShares'),
    read('highWaterMark'),
    read('lastRebalanceAt'),
  ])
  const native = balances.get(book.nativeSymbol) ?? 0n
  const held = new Map(
    [...balances].map(([token, amount]) => [token, token === wrappedSymbol ? amount + native : amount]),
  )
  return {
    ...NOTHING_REMEMBERED,
    totalShares,
    mark,
    lastRebalanceAt: { least: Number(lastRebalanceAt), most: Number(lastRebalanceAt) },
    counted: held,
    seen: held,
    lastPrice: new Map([...prices].map(([token, { primary }]) => [token, primary?.answer ?? 0n])),
  }
}

/** Read the inputs of vitality; undefined when they cannot be read. */
export async function readVitality({
  client,
  cage,
}: FactSource): Promise<{ readonly drawdownBps: number; readonly gasBalanceWei: bigint } | undefined> {
  try {
    const [drawdownBps, gasBalanceWei] = await Promise.all([
      client.readContract({ address: cage, abi: cageAbi, functionName: 'drawdownBps' }),
      client.getBalance({ address: ACTORS.operator.address }),
    ])
    return { drawdownBps: Number(drawdownBps), gasBalanceWei }
  } catch {
    return undefined
  }
}
