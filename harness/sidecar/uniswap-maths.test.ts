import { describe, expect, test } from 'vitest'
import { METHODS, type PoolState } from './uniswap-maths.ts'

const [A, B, C] = ['1', '2', '3'].map((digit) => `0x${digit.repeat(40)}`) as [string, string, string]

/** A pool at price one with liquidity between two ticks, of which the stretch from −2560 to 2559 was looked at. */
const poolOf = (token0: string, token1: string, change: Partial<PoolState> = {}): PoolState => ({
  token0,
  token1,
  feeTier: 500,
  tickSpacing: 10,
  sqrtPriceX96: (2n ** 96n).toString(),
  liquidity: '1000000000000',
  tick: 0,
  fromTick: -2560,
  toTick: 2559,
  ticks: [],
  ...change,
})
const trade = { chainId: 1, token: A, exact: 'input', amountBaseUnits: '1000000' } as const
const find = (pools: readonly PoolState[], amountBaseUnits = '1000000', maxHops = 2) =>
  METHODS['uniswap-v3.route']({ trade: { ...trade, amountBaseUnits }, tokenOut: C, maxHops, pools })

describe('uniswap-v3.route', () => {
  test('behavior: the pool that brings most, or the way around where it brings more', async () => {
    const [dear, cheap] = [poolOf(A, C, { feeTier: 10_000, tickSpacing: 200 }), poolOf(A, C)]
    expect(await find([dear, cheap])).toMatchObject({ tokens: [A, C], feeTiers: [500] })
    expect(await find([dear, poolOf(A, B), poolOf(B, C)])).toMatchObject({
      tokens: [A, B, C],
      feeTiers: [500, 500],
    })
    expect(await find([dear, poolOf(A, B), poolOf(B, C)], '1000000', 1)).toMatchObject({ feeTiers: [10_000] })
  })

  test('behavior: none without pools, without a way, or where the whole leaves what was looked at', async () => {
    expect(await find([])).toBeNull()
    expect(await find([poolOf(A, B)])).toBeNull()
    const whole = await find([poolOf(A, C)], '100000000000')
    expect(Number(whole?.amountOutBaseUnits)).toBeGreaterThan(90_000_000_000)
    expect(await find([poolOf(A, C)], '200000000000')).toBeNull()
  })
})

test('error: a quote that leaves what was looked at is none', async () => {
  const quote = (amountBaseUnits: string, exact: 'input' | 'output' = 'input') =>
    METHODS['uniswap-v3.quote']({ trade: { ...trade, exact, amountBaseUnits }, pool: poolOf(A, C) })
  expect(await quote('100000000000')).toMatchObject({ amountBaseUnits: expect.any(String) })
  await expect(quote('200000000000')).rejects.toThrow('leaves the ticks')
})

test('behavior: ticks that were seen end liquidity where they stand, edges only what reaches over them', async () => {
  const narrow = poolOf(A, C, {
    ticks: [
      { tick: -10, liquidityNet: '400000000000' },
      { tick: 10, liquidityNet: '-400000000000' },
    ],
  })
  const quote = async (pool: PoolState) =>
    BigInt(
      (
        await METHODS['uniswap-v3.quote']({
          trade: { ...trade, amountBaseUnits: '50000000000' },
          pool,
        })
      ).amountBaseUnits,
    )
  expect(await quote(narrow)).toBeLessThan(await quote(poolOf(A, C)))
})
