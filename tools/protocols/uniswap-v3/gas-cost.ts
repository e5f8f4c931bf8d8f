import type { ToolContext } from '../../core/context.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { divideUp } from '../../kit/divide-up.ts'
import type { Pool, PoolState } from './pool.ts'

const Q192 = 1n << 192n

/** What gas costs in a token of a pool, by the pool's own price, rounded up; undefined when the pool has no native coin. */
function gasCostIn(
  { book }: Pick<ToolContext, 'book'>,
  { pool, state, gas, gasPriceWei }: GasUse,
  wanted: 0 | 1,
): bigint | undefined {
  const wei = gas * gasPriceWei
  const square = state.sqrtPriceX96 ** 2n
  const { wrappedNative } = book
  const native =
    wrappedNative === undefined
      ? -1
      : [pool.token0, pool.token1].findIndex(({ address }) => isAddressEqual(address, wrappedNative))
  if (native === -1) return undefined
  if (native === wanted) return wei
  return wanted === 1 ? divideUp(wei * square, Q192) : divideUp(wei * Q192, square)
}

interface GasUse {
  readonly pool: Pool
  readonly state: Pick<PoolState, 'sqrtPriceX96'>
  readonly gas: bigint
  readonly gasPriceWei: bigint
}

/** What gas costs in token1 of a pool. */
export const gasCostIn1 = (ctx: Pick<ToolContext, 'book'>, use: GasUse) => gasCostIn(ctx, use, 1)

/** What gas costs in token0 of a pool. */
export const gasCostIn0 = (ctx: Pick<ToolContext, 'book'>, use: GasUse) => gasCostIn(ctx, use, 0)
