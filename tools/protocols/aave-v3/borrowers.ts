import { type Address, getAddress } from 'viem'
import { inOneCall } from '../../kit/in-one-call.ts'
import { dataProviderAbi, poolAbi } from './abi.ts'
import { readEModes, toHolding } from './account.ts'
import { BASE } from './base.ts'
import type { EMode, Holding } from './health.ts'
import { requirePrices } from './read-prices.ts'
import { type Reading, type Reserve, readReserves } from './reserve.ts'

/** An account that borrowed in the range that was looked at. */
export interface Borrower {
  readonly account: Address
  readonly holdings: readonly Holding[]
  readonly eMode: EMode | undefined
}

/** Most accounts that are read in full at once. */
const MOST_ACCOUNTS = 500

/**
 * Read every account that borrowed in the last blocks and still owes something, in eight requests; accounts that borrowed
 * before are not seen.
 *
 * @throws ToolError NO_PRICE, PROTOCOL_NOT_DEPLOYED
 */
export async function readBorrowers(
  ctx: Reading,
  blocks: number,
): Promise<{
  readonly borrowers: readonly Borrower[]
  readonly isComplete: boolean
  readonly reserves: readonly Reserve[]
  /** By the number of the reserve, with 8 decimals. */
  readonly prices: ReadonlyMap<number, bigint>
}> {
  const { pool, dataProvider } = BASE.on(ctx.book)
  const toBlock = await ctx.chain.getBlockNumber()
  const fromBlock = toBlock >= BigInt(blocks) ? toBlock - BigInt(blocks) + 1n : 0n
  const logs = await ctx.chain.getContractEvents({
    address: pool,
    abi: poolAbi,
    eventName: 'Borrow',
    fromBlock,
    toBlock,
    strict: true,
  })
  const all = [...new Set(logs.map(({ args }) => getAddress(args.onBehalfOf)))]
  const accounts = all.slice(-MOST_ACCOUNTS)
  const reserves = await readReserves(ctx)
  const assets = reserves.map(({ token }) => token.address)
  const multicall = { ...inOneCall(ctx.book), allowFailure: false } as const
  const [eModes, prices, modes, users] = await Promise.all([
    readEModes(ctx, reserves),
    requirePrices(ctx, reserves),
    ctx.chain.multicall({
      ...multicall,
      contracts: accounts.map(
        (account) =>
          ({ address: pool, abi: poolAbi, functionName: 'getUserEMode', args: [account] }) as const,
      ),
    }),
    ctx.chain.multicall({
      ...multicall,
      contracts: accounts.flatMap((account) =>
        assets.map(
          (asset) =>
            ({
              address: dataProvider,
              abi: dataProviderAbi,
              functionName: 'getUserReserveData',
              args: [asset, account],
            }) as const,
        ),
      ),
    }),
  ])
  const borrowers = accounts.map((account, row) => ({
    account,
    eMode: eModes.get(Number(modes[row] ?? 0n)),
    holdings: reserves.map((reserve, index) =>
      toHolding(reserve, users[row * reserves.length + index], prices[index]),
    ),
  }))
  return {
    borrowers: borrowers.filter(({ holdings }) => holdings.some(({ debtBaseUnits }) => debtBaseUnits > 0n)),
    isComplete: accounts.length === all.length,
    reserves,
    prices: new Map(reserves.map(({ id }, index) => [id, prices[index] ?? 0n])),
  }
}

/** Blocks that a look for borrowers goes back unless told. */
export const DEFAULT_BLOCKS = 10_000
