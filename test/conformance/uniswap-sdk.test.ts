import { type Address, type PublicClient, parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createReadClient } from '../../harness/chain/viem-client.ts'
import { createSidecarHost } from '../../harness/sidecar/sidecar-host.ts'
import { NATIVE_TOKEN } from '../../tools/core/address-book.ts'
import type { Json } from '../../tools/core/json.ts'
import { findToken } from '../../tools/core/tokens.ts'
import { BASE as V2 } from '../../tools/protocols/uniswap-v2/base.ts'
import { BASE as V3 } from '../../tools/protocols/uniswap-v3/base.ts'
import { BASE as V4 } from '../../tools/protocols/uniswap-v4/base.ts'
import { type OpenEnvironment, openEnvironment } from '../safety/open-environment.ts'
import { type Bench, findTool, openBench } from './bench.ts'
import { readV3Pool, readV4Pool } from './sdk-state.ts'

// What tools answer and do is confirmed by the protocols' own SDKs, in a process that is not the stack's. A swap whose route the
// SDK proposed is no part of it: nothing confirms itself.
const sdks = createSidecarHost()
const { signal } = new AbortController()
const ask = async <Answer>(method: string, params: object) =>
  (await sdks.ask(method, params as Json, signal)) as Answer

let environment: OpenEnvironment
let bench: Bench
let client: PublicClient
beforeAll(async () => {
  environment = await openEnvironment()
})
afterAll(async () => {
  await environment.close()
  await sdks.stop()
})
const open = async (tool: string) => {
  bench = await openBench(environment, findTool(tool))
  client = createReadClient(environment.rpc, bench.stage.book.chainId)
}

const run = async (tool: string, params: object) =>
  (await bench.runTool(tool, params)) as Readonly<Record<string, string & number>>
const addressOf = (symbol: string) =>
  symbol === 'ETH' ? NATIVE_TOKEN : (findToken(bench.stage.book, symbol)?.address as Address)
const pairOf = (a: string, b: string) => {
  const [token0, token1] = [addressOf(a), addressOf(b)].sort((x, y) => (BigInt(x) < BigInt(y) ? -1 : 1))
  return { token0, token1 } as { readonly token0: Address; readonly token1: Address }
}
const trade = (token: string, exact: 'input' | 'output', amountBaseUnits: string) => ({
  chainId: bench.stage.book.chainId,
  token: addressOf(token),
  exact,
  amountBaseUnits,
})
const readV3 = (a: string, b: string, feeTier: number, tickSpacing: number) =>
  readV3Pool(client, V3.on(bench.stage.book).factory, { ...pairOf(a, b), feeTier, tickSpacing })

interface Quoted {
  readonly amountBaseUnits: string
  readonly sqrtPriceX96After: string
}

describe('quotes', () => {
  // Some stay within a range of liquidity, some cross its ends.
  test.each([
    ['USDC', 'WETH', 500, 10, 'input', '1001'],
    ['USDC', 'WETH', 500, 10, 'input', '999999999999'],
    ['WETH', 'USDC', 500, 10, 'input', '4000000000000000000001'],
    ['WETH', 'USDC', 3000, 60, 'output', '7000000000001'],
    ['USDC', 'WETH', 3000, 60, 'output', '1000000000000000001'],
    ['WBTC', 'WETH', 3000, 60, 'input', '30000000001'],
    ['USDC', 'DAI', 100, 1, 'input', '19000000000001'],
  ] as const)('behavior: V3 %s for %s at %d/%d, exact %s of %s', async (sold, bought, fee, spacing, exact, amount) => {
    await open('uniswap_get_quote')
    const pool = await readV3(sold, bought, fee, spacing)
    const wanted = exact === 'input' ? { amountInBaseUnits: amount } : { amountOutBaseUnits: amount }
    const tool = await run('uniswap_get_quote', {
      tokenIn: sold,
      tokenOut: bought,
      feeTier: fee,
      ...wanted,
    })
    const sdk = await ask<Quoted>('uniswap-v3.quote', {
      trade: trade(exact === 'input' ? sold : bought, exact, amount),
      pool,
    })
    expect(tool.pool).toBe(pool.address)
    expect(exact === 'input' ? tool.amountOutBaseUnits : tool.amountInBaseUnits).toBe(sdk.amountBaseUnits)
  })

  test.each([
    ['ETH', 'USDC', 500, 10, 'input', '1000000000000000001'],
    ['ETH', 'USDC', 500, 10, 'input', '600000000000000000001'],
    ['USDC', 'WETH', 3000, 60, 'output', '30000000000000000001'],
  ] as const)('behavior: V4 %s for %s at %d/%d, exact %s of %s', async (sold, bought, fee, spacing, exact, amount) => {
    await open('uniswap_quote_v4_pool')
    const { stateView } = V4.on(bench.stage.book)
    const key = { ...pairOf(sold, bought), feeTier: fee, tickSpacing: spacing }
    const native = `0x${'0'.repeat(40)}` as Address
    const asKey = sold === 'ETH' ? { ...key, token0: native, token1: addressOf(bought) } : key
    const pool = await readV4Pool(client, stateView, asKey)
    const params = {
      tokenIn: sold,
      tokenOut: bought,
      feeTier: fee,
      tickSpacing: spacing,
      exact,
      amountBaseUnits: amount,
    }
    const tool = await run('uniswap_quote_v4_pool', params)
    const given = { ...trade(exact === 'input' ? sold : bought, exact, amount) }
    const sdk = await ask<Quoted>('uniswap-v4.quote', {
      trade: sold === 'ETH' ? { ...given, token: native } : given,
      pool,
    })
    expect(exact === 'input' ? tool.amountOutBaseUnits : tool.amountInBaseUnits).toBe(sdk.amountBaseUnits)
  })

  test.each(['input', 'output'] as const)('behavior: V2, exact %s', async (exact) => {
    await open('uniswap_quote_v2_path')
    const amount = '12345678901'
    const tokens = pairOf('USDT', 'WETH')
    const pair = await client.readContract({
      address: V2.on(bench.stage.book).factory,
      abi: parseAbi(['function getPair(address, address) view returns (address)']),
      functionName: 'getPair',
      args: [tokens.token0, tokens.token1],
    })
    const [reserve0, reserve1] = await client.readContract({
      address: pair,
      abi: parseAbi(['function getReserves() view returns (uint112, uint112, uint32)']),
      functionName: 'getReserves',
    })
    const path = exact === 'input' ? ['USDT', 'WETH'] : ['WETH', 'USDT']
    const tool = await run('uniswap_quote_v2_path', { tokens: path, amountBaseUnits: amount, exact })
    const sdk = await ask<Quoted>('uniswap-v2.quote', {
      trade: trade('USDT', exact, amount),
      ...tokens,
      reserve0: reserve0.toString(),
      reserve1: reserve1.toString(),
    })
    expect(exact === 'input' ? tool.amountOutBaseUnits : tool.amountInBaseUnits).toBe(sdk.amountBaseUnits)
  })
})

test('behavior: a swap that was carried out brought what the SDK says of the pool before it, and left its price', async () => {
  await open('uniswap_execute_swap')
  const before = await readV3('USDC', 'WETH', 500, 10)
  const amountInBaseUnits = '2345678901'
  const done = await run('uniswap_execute_swap', {
    tokenIn: 'USDC',
    tokenOut: 'WETH',
    feeTier: 500,
    amountInBaseUnits,
  })
  const sdk = await ask<Quoted>('uniswap-v3.quote', {
    trade: trade('USDC', 'input', amountInBaseUnits),
    pool: before,
  })
  const after = await readV3('USDC', 'WETH', 500, 10)
  expect([done.amountOutBaseUnits, after.sqrtPriceX96]).toEqual([sdk.amountBaseUnits, sdk.sqrtPriceX96After])
})

describe('liquidity', () => {
  const MINT = {
    tokenA: 'USDC',
    tokenB: 'WETH',
    feeTier: 500,
    rangeTicks: 500,
    amountABaseUnits: '2000000001',
    amountBBaseUnits: '1000000000000000001',
  }

  test('behavior: what a budget buys, what minting takes and what the position holds', async () => {
    await open('uniswap_add_liquidity')
    const pool = await readV3('USDC', 'WETH', 500, 10)
    const isUsdcFirst = pool.token0 === addressOf('USDC')
    const [amount0BaseUnits, amount1BaseUnits] = isUsdcFirst
      ? [MINT.amountABaseUnits, MINT.amountBBaseUnits]
      : [MINT.amountBBaseUnits, MINT.amountABaseUnits]
    const simulated = await run('uniswap_simulate_add_liquidity', MINT)
    const computed = await run('uniswap_compute_liquidity_amounts', MINT)
    const { tickLower, tickUpper } = simulated
    const bought = await ask<{ readonly liquidity: string }>('uniswap-v3.liquidity', {
      sqrtPriceX96: pool.sqrtPriceX96,
      tickLower,
      tickUpper,
      amount0BaseUnits,
      amount1BaseUnits,
    })
    expect([simulated.liquidity, computed.liquidity]).toEqual([bought.liquidity, bought.liquidity])
    const range = { chainId: bench.stage.book.chainId, tickLower, tickUpper, ...bought }
    const sdk = await ask<Readonly<Record<string, string>>>('uniswap-v3.position', { ...range, pool })
    expect([simulated.used0BaseUnits, simulated.used1BaseUnits]).toEqual([
      sdk.minted0BaseUnits,
      sdk.minted1BaseUnits,
    ])
    expect([computed.amount0BaseUnits, computed.amount1BaseUnits]).toEqual([
      sdk.minted0BaseUnits,
      sdk.minted1BaseUnits,
    ])
    const { positionId } = await run('uniswap_add_liquidity', MINT)
    const position = await run('uniswap_get_position', { positionId })
    expect([position.liquidity, position.amount0BaseUnits, position.amount1BaseUnits]).toEqual([
      bought.liquidity,
      sdk.held0BaseUnits,
      sdk.held1BaseUnits,
    ])
  })
})
