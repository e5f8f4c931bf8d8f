import { type Address, getAddress } from 'viem'
import type { ToolContext } from '../../core/context.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { Type } from '../../core/schema.ts'
import type { LogWindow } from '../../kit/log-window.ts'
import { vaultAbi } from './abi.ts'

type Reading = Pick<ToolContext, 'chain'>

/** A deposit or a withdrawal, as a vault's log tells it. */
export interface VaultAct {
  readonly vault: Address
  readonly kind: 'deposit' | 'withdrawal'
  readonly owner: Address
  readonly assets: bigint
  readonly shares: bigint
  readonly blockNumber: bigint
}

/** Read deposits and withdrawals of vaults in a range of blocks, in their order, in one request. */
export async function readActs(
  ctx: Reading,
  address: readonly Address[],
  window: LogWindow,
): Promise<readonly VaultAct[]> {
  const logs = await ctx.chain.getContractEvents({
    address: [...address],
    abi: vaultAbi,
    ...window,
    strict: true,
  })
  return logs.map(({ address: vault, eventName, args, blockNumber }) => ({
    vault: getAddress(vault),
    kind: eventName === 'Deposit' ? 'deposit' : 'withdrawal',
    owner: getAddress(args.owner),
    assets: args.assets,
    shares: args.shares,
    blockNumber,
  }))
}

/** Pick those of one vault. */
export const actsOf = (acts: readonly VaultAct[], vault: Address): readonly VaultAct[] =>
  acts.filter((act) => isAddressEqual(act.vault, vault))

/** Share prices are scaled by this: base units of the asset for one base unit of shares. */
const SCALE = 10n ** 36n
const BPS = 10_000n
const YEAR_SECONDS = 31_536_000n

/** What a vault paid or took for a share at a time; roundings of it are below a millionth. */
export interface PricePoint {
  readonly blockNumber: bigint
  readonly price: bigint
}

/** Acts of fewer base units tell the price too coarsely. */
const LEAST_UNITS = 1_000_000n

/** The share prices that acts were carried out at; what was too small to tell one is left out. */
export const listPrices = (acts: readonly VaultAct[]): readonly PricePoint[] =>
  acts
    .filter(({ assets, shares }) => assets >= LEAST_UNITS && shares >= LEAST_UNITS)
    .map(({ assets, shares, blockNumber }) => ({ blockNumber, price: (assets * SCALE) / shares }))

/** The share price now, by what one whole share is worth. */
export const priceNow = (shareWorth: bigint, decimals: number): bigint =>
  (shareWorth * SCALE) / 10n ** BigInt(decimals)

/** Base units of the asset that one whole share cost. */
export const worthAt = (price: bigint, decimals: number): bigint => (price * 10n ** BigInt(decimals)) / SCALE

/**
 * How fast a share price grew from one time to another, scaled to a year without compounding, in basis points rounded
 * down; null where no time passed.
 */
function toRealisedAprBps(from: bigint, to: bigint, seconds: bigint): number | null {
  if (seconds <= 0n || from === 0n) return null
  const grown = (to - from) * BPS * YEAR_SECONDS
  const by = from * seconds
  return Number(grown / by - (grown % by < 0n ? 1n : 0n))
}

/** The deepest fall of a price below one before it, in basis points of that, rounded up. */
function toDrawdownBps(prices: readonly bigint[]): number {
  let [high, deepest] = [0n, 0n]
  for (const price of prices) {
    if (price > high) high = price
    const fall = high === 0n ? 0n : ((high - price) * BPS + high - 1n) / high
    if (fall > deepest) deepest = fall
  }
  return Number(deepest)
}

/** How a share price developed, as several tools say it. */
export const GROWTH_OUTPUT = {
  /** From the first priced act of the blocks that were looked at up to now; null without one. */
  realisedAprBps: Type.Union([Type.Integer(), Type.Null()]),
  /** Deepest fall between two priced acts, or from one up to now. */
  maxDrawdownBps: Type.Integer(),
}

/** Describe how a share price developed from a second on, as `GROWTH_OUTPUT` has it. */
export function describeGrowth(
  points: readonly PricePoint[],
  now: { readonly price: bigint; readonly seconds: bigint },
  sinceSeconds: bigint | undefined,
) {
  const [first] = points
  const drawdown = toDrawdownBps([...points.map(({ price }) => price), now.price])
  // Below a basis point it is what a small act was rounded by.
  const maxDrawdownBps = drawdown <= 1 ? 0 : drawdown
  if (first === undefined || sinceSeconds === undefined) return { realisedAprBps: null, maxDrawdownBps }
  const realisedAprBps = toRealisedAprBps(first.price, now.price, now.seconds - sinceSeconds)
  return { realisedAprBps, maxDrawdownBps }
}

/** Read when blocks were mined, each once. */
export async function readTimes(
  ctx: Reading,
  blocks: readonly (bigint | undefined)[],
): Promise<ReadonlyMap<bigint, bigint>> {
  const numbers = [...new Set(blocks.flatMap((number) => (number === undefined ? [] : [number])))]
  const read = await Promise.all(numbers.map((blockNumber) => ctx.chain.getBlock({ blockNumber })))
  return new Map(read.map(({ number, timestamp }) => [number, timestamp]))
}
