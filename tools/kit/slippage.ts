import { BpsSchema, Type } from '../core/schema.ts'
import { divideUp } from './divide-up.ts'

/** Slippage that is accepted when the caller names none. */
export const DEFAULT_SLIPPAGE_BPS = 50

/** Accepted slippage, as write tools take it. */
export const SlippageSchema = Type.Optional(
  Type.Integer({
    ...BpsSchema,
    description: `accepted slippage in basis points, ${DEFAULT_SLIPPAGE_BPS} by default`,
  }),
)

/** Least amount to accept for a quoted one, rounded up. */
export const minimumAfterSlippage = (quoted: bigint, slippageBps: number): bigint =>
  divideUp(quoted * BigInt(10_000 - slippageBps), 10_000n)

/** Most to pay for a quoted amount, rounded down. */
export const maximumAfterSlippage = (quoted: bigint, slippageBps: number): bigint =>
  (quoted * BigInt(10_000 + slippageBps)) / 10_000n

/** Distance in basis points, rounded up, at which a limit lies from a quoted amount; 10 000 at most. */
export function slippageOfLimit(quoted: bigint, limit: bigint): number {
  const distance = quoted > limit ? quoted - limit : limit - quoted
  if (distance === 0n) return 0
  if (quoted === 0n) return 10_000
  const bps = divideUp(distance * 10_000n, quoted)
  return bps > 10_000n ? 10_000 : Number(bps)
}
