import type { Address } from 'viem'
import { BASE } from '../../../tools/protocols/uniswap-v3/base.ts'
import { loadArtifact } from '../../chain/artifacts.ts'
import { toSqrtPriceX96 } from '../sqrt-price.ts'
import type { WorldBuilder } from '../testbed.ts'
import { MARKET_POOLS, type MarketPool } from './pools.ts'

/** Where the packages of Uniswap V3 keep their artifacts. */
export const V3_CORE = '@uniswap/v3-core/artifacts/contracts'
export const V3_PERIPHERY = '@uniswap/v3-periphery/artifacts/contracts'

/** Price observations that a pool can keep; more than the rounds of trades, so that scenarios forget none of them. */
const OBSERVATIONS = 160
const OBSERVATIONS_GAS = 6_000_000n

/** Value of one trade of a round. */
const TRADE_USD = 600n

/** Divides by every opening price, so that price ratios are exact. */
const RATIO_USD = 3_000_000n

const FOREVER = 2n ** 40n
const MIN_TICK = -887_272
const TICK_SPACING = { 100: 1, 500: 10, 3000: 60 } as const

/** Load the position manager as its package publishes it. */
export const loadManager = () =>
  loadArtifact(`${V3_PERIPHERY}/NonfungiblePositionManager.sol/NonfungiblePositionManager.json`)

/** Load SwapRouter02 as its package publishes it. */
export const loadRouter = () =>
  loadArtifact('@uniswap/swap-router-contracts/artifacts/contracts/SwapRouter02.sol/SwapRouter02.json')

/** Open a pool at the ratio of its tokens' opening prices, let it observe, and provide liquidity around the price. */
export async function openPool(world: WorldBuilder, pool: MarketPool): Promise<void> {
  const { chain, provider, book } = world
  const { factory, positionManager } = BASE.on(book)
  const { token0, token1, sqrtPriceX96, tick } = describePool(world, pool)
  const label = `${pool.tokens.join('/')} ${pool.feeUnits}`
  const pair = [token0.address, token1.address, pool.feeUnits] as const
  const manager = loadManager()
  await chain.call({
    label: `open ${label}`,
    from: provider,
    to: positionManager,
    abi: manager.abi,
    functionName: 'createAndInitializePoolIfNecessary',
    args: [...pair, sqrtPriceX96],
    gas: 6_000_000n,
  })
  await chain.mine()
  const address = await chain.read<Address>({
    to: factory,
    abi: BASE.contracts.factory.abi,
    functionName: 'getPool',
    args: pair,
  })
  await chain.call({
    label: `let ${label} observe`,
    from: provider,
    to: address,
    abi: loadArtifact(`${V3_CORE}/UniswapV3Pool.sol/UniswapV3Pool.json`).abi,
    functionName: 'increaseObservationCardinalityNext',
    args: [OBSERVATIONS],
    gas: OBSERVATIONS_GAS,
  })
  const spacing = TICK_SPACING[pool.feeUnits]
  const lowest = Math.ceil(MIN_TICK / spacing) * spacing
  const align = (at: number) => Math.min(Math.max(Math.round(at / spacing) * spacing, lowest), -lowest)
  for (const { ticks, valueUsd } of pool.ranges) {
    const position = {
      token0: token0.address,
      token1: token1.address,
      fee: pool.feeUnits,
      tickLower: align(tick - ticks),
      tickUpper: align(tick + ticks),
      amount0Desired: world.toAmount(token0.symbol, valueUsd / 2n),
      amount1Desired: world.toAmount(token1.symbol, valueUsd / 2n),
      amount0Min: 0n,
      amount1Min: 0n,
      recipient: provider,
      deadline: FOREVER,
    }
    await chain.call({
      label: `provide ${valueUsd} USD to ${label}`,
      from: provider,
      to: positionManager,
      abi: manager.abi,
      functionName: 'mint',
      args: [position],
    })
  }
  await chain.mine()
}

/** Small trades in alternating directions: the pools record observations and end where they began. */
export async function tradeRound(world: WorldBuilder, round: number): Promise<void> {
  const { chain, trader, book } = world
  const router = loadRouter()
  for (const pool of MARKET_POOLS) {
    const [symbolIn, symbolOut] = round % 2 === 0 ? pool.tokens : ([pool.tokens[1], pool.tokens[0]] as const)
    await chain.call({
      label: `trade ${symbolIn} for ${symbolOut}`,
      from: trader,
      to: BASE.on(book).swapRouter,
      abi: router.abi,
      functionName: 'exactInputSingle',
      args: [
        {
          tokenIn: addressOf(world, symbolIn),
          tokenOut: addressOf(world, symbolOut),
          fee: pool.feeUnits,
          recipient: trader,
          amountIn: world.toAmount(symbolIn, TRADE_USD),
          amountOutMinimum: 0n,
          sqrtPriceLimitX96: 0n,
        },
      ],
    })
  }
}

function addressOf({ tokens }: WorldBuilder, symbol: string): Address {
  const token = tokens[symbol]
  if (token === undefined) throw new Error(`the market has no ${symbol}`)
  return token.address
}

function describePool(world: WorldBuilder, { tokens: [a, b] }: MarketPool) {
  const [symbol0, symbol1] = BigInt(addressOf(world, a)) < BigInt(addressOf(world, b)) ? [a, b] : [b, a]
  // Amounts of equal value give the price.
  const sqrtPriceX96 = toSqrtPriceX96(world.toAmount(symbol1, RATIO_USD), world.toAmount(symbol0, RATIO_USD))
  if (sqrtPriceX96 === undefined) throw new Error(`no pool can have the price of ${symbol0}/${symbol1}`)
  const tick = Math.floor(2 * (Math.log(Number(sqrtPriceX96) / 2 ** 96) / Math.log(1.0001)))
  return {
    token0: { symbol: symbol0, address: addressOf(world, symbol0) },
    token1: { symbol: symbol1, address: addressOf(world, symbol1) },
    sqrtPriceX96,
    tick,
  }
}
