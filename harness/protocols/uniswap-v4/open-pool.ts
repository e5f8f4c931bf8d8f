import { type Address, parseAbi, zeroAddress } from 'viem'
import { BASE } from '../../../tools/protocols/uniswap-v4/base.ts'
import { loadArtifact } from '../../chain/artifacts.ts'
import { toSqrtPriceX96 } from '../sqrt-price.ts'
import type { WorldBuilder } from '../testbed.ts'
import { ACTION, encodeActions, FAR, permit2Abi, routerAbi, saleOf } from './contracts.ts'
import { DYNAMIC_FEE_UNITS, HOOKS, MARKET_POOLS, type MarketPool } from './pools.ts'

/** Where the packages of Uniswap V4 keep their artifacts. */
const V4_CORE = '@uniswap/v4-core/out'
const V4_PERIPHERY = '@uniswap/v4-periphery/foundry-out'

const MIN_TICK = -887_272
const RATIO_USD = 3_000_000n
const MOST = 2n ** 127n
const Q96 = 1n << 96n

/** Load a contract of the core or the periphery as its package publishes it. */
export const loadCore = (name: string) => loadArtifact(`${V4_CORE}/${name}.sol/${name}.json`)
export const loadPeriphery = (name: string) => loadArtifact(`${V4_PERIPHERY}/${name}.sol/${name}.json`)

/** The router that trades in these pools, among others. */
export const routerOf = ({ protocols }: WorldBuilder['book']) =>
  protocols['universal-router']?.router as Address

/** Let a contract take tokens of an account through Permit2, for as long as the origin is used. */
export async function allowThroughPermit2(
  { chain, tokens, book }: WorldBuilder,
  owner: Address,
  spender: Address,
  symbols: readonly string[],
): Promise<void> {
  const permit2 = book.protocols.permit2?.permit2 as Address
  for (const symbol of symbols) {
    await chain.call({
      label: `let ${spender} take ${symbol} of ${owner}`,
      from: owner,
      to: permit2,
      abi: permit2Abi,
      functionName: 'approve',
      args: [tokens[symbol]?.address, spender, 2n ** 160n - 1n, 2 ** 48 - 1],
    })
  }
}

/** Unwrap what the provider puts into pools of the native coin, so that it keeps what every actor has. */
export async function unwrapForPools(world: WorldBuilder): Promise<void> {
  const { chain, provider, book } = world
  const valueUsd = MARKET_POOLS.filter(({ tokens }) => tokens.includes('ETH'))
    .flatMap(({ ranges }) => ranges)
    .reduce((sum, range) => sum + range.valueUsd / 2n, 0n)
  await chain.call({
    label: 'unwrap what goes into the pools of the native coin',
    from: provider,
    to: book.wrappedNative as Address,
    abi: parseAbi(['function withdraw(uint256 amount)']),
    functionName: 'withdraw',
    args: [toCurrencyAmount(world, 'ETH', valueUsd)],
  })
}

/** Put the hooks of the origin's pools at their addresses. */
export async function placeHooks({ chain, book, deployer }: WorldBuilder): Promise<void> {
  const { poolManager } = BASE.on(book)
  const wrapping = [poolManager, book.wrappedNative]
  await chain.place(loadPeriphery('WETHHook'), HOOKS.wrapping, wrapping, deployer)
  await chain.place(loadCore('FeeTakingHook'), HOOKS.taking, [poolManager], deployer)
  const dynamicFee = loadCore('DynamicFeesTestHook')
  await chain.place(dynamicFee, HOOKS.dynamicFee, [], deployer)
  const calls: readonly [string, unknown][] = [
    ['setManager', poolManager],
    ['setFee', DYNAMIC_FEE_UNITS],
  ]
  for (const [functionName, value] of calls) {
    const call = { from: deployer, to: HOOKS.dynamicFee, abi: dynamicFee.abi, functionName, args: [value] }
    await chain.call({ label: `${functionName} of the hook of the dynamic fee`, ...call })
  }
}

/** The key of a pool of the market, and which of its tokens is the first currency. */
function keyOf({ tokens }: Pick<WorldBuilder, 'tokens'>, pool: MarketPool) {
  const currencies = pool.tokens
    .map((symbol) => ({
      symbol,
      currency: symbol === 'ETH' ? zeroAddress : (tokens[symbol]?.address as Address),
    }))
    .toSorted((a, b) => (BigInt(a.currency) < BigInt(b.currency) ? -1 : 1))
  const [first, second] = currencies as [(typeof currencies)[number], (typeof currencies)[number]]
  return {
    key: {
      currency0: first.currency,
      currency1: second.currency,
      fee: pool.feeUnits,
      tickSpacing: pool.tickSpacing,
      hooks: pool.hooks ?? zeroAddress,
    },
    symbols: [first.symbol, second.symbol] as const,
  }
}

/** Amount of a currency that is worth whole dollars at its opening price. */
const toCurrencyAmount = (world: Pick<WorldBuilder, 'toAmount'>, symbol: string, valueUsd: bigint) =>
  world.toAmount(symbol === 'ETH' ? 'WETH' : symbol, valueUsd)

/** Open a pool at the ratio of its currencies' opening prices and provide liquidity around the price. */
export async function openPool(world: WorldBuilder, pool: MarketPool): Promise<void> {
  const { chain, provider, book } = world
  const { poolManager, positionManager } = BASE.on(book)
  const { key, symbols } = keyOf(world, pool)
  const label = `${symbols.join('/')} ${pool.feeUnits}`
  const [amount0, amount1] = symbols.map((symbol) => toCurrencyAmount(world, symbol, RATIO_USD)) as [
    bigint,
    bigint,
  ]
  const sqrtPriceX96 = toSqrtPriceX96(amount1, amount0)
  if (sqrtPriceX96 === undefined) throw new Error(`no pool can have the price of ${label}`)
  await chain.call({
    label: `open ${label}`,
    from: provider,
    to: poolManager,
    abi: loadCore('PoolManager').abi,
    functionName: 'initialize',
    args: [key, sqrtPriceX96],
  })
  await chain.mine()
  const tick = Math.floor(2 * (Math.log(Number(sqrtPriceX96) / 2 ** 96) / Math.log(1.0001)))
  const lowest = Math.ceil(MIN_TICK / pool.tickSpacing) * pool.tickSpacing
  const align = (at: number) =>
    Math.min(Math.max(Math.round(at / pool.tickSpacing) * pool.tickSpacing, lowest), -lowest)
  for (const { ticks, valueUsd } of pool.ranges) {
    const [lower, upper] = [align(tick - ticks), align(tick + ticks)]
    const half = symbols.map((symbol) => toCurrencyAmount(world, symbol, valueUsd / 2n)) as [bigint, bigint]
    const liquidity = liquidityOf(sqrtPriceX96, [lower, upper], half)
    await chain.call({
      label: `provide ${valueUsd} USD to ${label}`,
      from: provider,
      to: positionManager,
      abi: loadPeriphery('PositionManager').abi,
      functionName: 'modifyLiquidities',
      args: [
        encodeActions([
          ACTION.mint(key, [lower, upper], [liquidity, MOST], provider),
          ACTION.settlePair(key),
          ACTION.sweep(zeroAddress, provider),
        ]),
        FAR,
      ],
      // What is left of it is swept back.
      valueWei: key.currency0 === zeroAddress ? 2n * half[0] : 0n,
    })
  }
  await chain.mine()
}

/** Liquidity of a range around a price for amounts of both currencies; prices are near enough for opening a market. */
function liquidityOf(
  root: bigint,
  ticks: readonly [number, number],
  [amount0, amount1]: readonly [bigint, bigint],
): bigint {
  const [lower, upper] = ticks.map((tick) => BigInt(Math.floor(1.0001 ** (tick / 2) * 2 ** 96))) as [
    bigint,
    bigint,
  ]
  const for0 = (amount0 * ((root * upper) / Q96)) / (upper - root)
  const for1 = (amount1 * Q96) / (root - lower)
  return for0 < for1 ? for0 : for1
}

/** The last rounds in which the market's pools are traded in: each time with a small amount, there and back. */
const FIRST_TRADED_ROUND = 20

/** What a trade of a round is worth. */
const TRADE_USD = 600n

/** Small trades in alternating directions, in pools that have liquidity. */
export async function tradeRound(world: WorldBuilder, round: number): Promise<void> {
  if (round < FIRST_TRADED_ROUND) return
  const { chain, trader, book } = world
  for (const pool of MARKET_POOLS.filter(({ ranges }) => ranges.length > 0)) {
    const { key, symbols } = keyOf(world, pool)
    const zeroForOne = round % 2 === 0
    const paid = zeroForOne ? key.currency0 : key.currency1
    const amountIn = toCurrencyAmount(world, symbols[zeroForOne ? 0 : 1], TRADE_USD)
    await chain.call({
      label: `trade ${symbols.join('/')} ${pool.feeUnits}`,
      from: trader,
      to: routerOf(book),
      abi: routerAbi,
      functionName: 'execute',
      args: saleOf(key, zeroForOne, amountIn),
      valueWei: paid === zeroAddress ? amountIn : 0n,
    })
  }
}
