import type { Order } from './order.ts'

/** Seconds within which a plan is carried out or not at all: what an order may change by until then. */
const MOST_SECONDS = 300n

const BPS = 10_000n

/**
 * An amount that goes from its start to its end while the order decays, rounded towards its start
 * (`DutchDecayLib.sol` of https://github.com/Uniswap/UniswapX).
 */
export function decayedAt(
  { startAmount, endAmount }: { readonly startAmount: bigint; readonly endAmount: bigint },
  { decayStartTime, decayEndTime }: Pick<Order, 'decayStartTime' | 'decayEndTime'>,
  atSeconds: bigint,
): bigint {
  if (startAmount === endAmount || atSeconds <= decayStartTime) return startAmount
  if (atSeconds >= decayEndTime) return endAmount
  const [elapsed, duration] = [atSeconds - decayStartTime, decayEndTime - decayStartTime]
  return startAmount > endAmount
    ? startAmount - ((startAmount - endAmount) * elapsed) / duration
    : startAmount + ((endAmount - startAmount) * elapsed) / duration
}

/** Most that time may change any amount of an order by until it is filled, in basis points, rounded up. */
export function driftBps(order: Order, atSeconds: bigint): number {
  const drifts = [order.input, ...order.outputs].map((bounds) => {
    const now = decayedAt(bounds, order, atSeconds)
    const later = decayedAt(bounds, order, atSeconds + MOST_SECONDS)
    const change = later > now ? later - now : now - later
    return now === 0n ? 0 : Number((change * BPS + now - 1n) / now)
  })
  return Math.max(...drifts)
}
