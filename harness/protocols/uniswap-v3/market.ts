import { type Address, erc20Abi, parseAbi } from 'viem'
import { encodeFunctionData } from '../../../tools/core/encode-function-data.ts'
import { ToolError } from '../../../tools/core/errors.ts'
import type { Call } from '../../../tools/core/plan.ts'
import { BASE } from '../../../tools/protocols/uniswap-v3/base.ts'
import { HarnessError } from '../../errors.ts'
import { toSqrtPriceX96 } from '../sqrt-price.ts'
import type { MarketAccess, MarketState, PairPrice, TestbedMarket } from '../testbed-market.ts'

const factoryAbi = parseAbi(['function getPool(address, address, uint24) view returns (address)'])
const poolAbi = parseAbi([
  'function slot0() view returns (uint160 sqrtPriceX96, int24 tick, uint16 observationIndex, uint16 observationCardinality, uint16 observationCardinalityNext, uint8 feeProtocol, bool unlocked)',
  'function liquidity() view returns (uint128)',
])
const routerAbi = parseAbi([
  'struct Params { address tokenIn; address tokenOut; uint24 fee; address recipient; uint256 amountIn; uint256 amountOutMinimum; uint160 sqrtPriceLimitX96; }',
  'function exactInputSingle(Params params) payable returns (uint256 amountOut)',
])
const managerAbi = parseAbi([
  'function createAndInitializePoolIfNecessary(address token0, address token1, uint24 fee, uint160 sqrtPriceX96) payable returns (address pool)',
  'struct MintParams { address token0; address token1; uint24 fee; int24 tickLower; int24 tickUpper; uint256 amount0Desired; uint256 amount1Desired; uint256 amount0Min; uint256 amount1Min; address recipient; uint256 deadline; }',
  'function mint(MintParams params) payable returns (uint256 tokenId, uint128 liquidity, uint256 amount0, uint256 amount1)',
])

/** Fee tiers with their tick spacings. */
const TICK_SPACINGS: Readonly<Record<number, number>> = { 100: 1, 500: 10, 3000: 60, 10000: 200 }
const FEE_TIERS = Object.keys(TICK_SPACINGS).map(Number)

/** Fee tiers in the order in which a sale looks for a pool. */
const FEE_TIERS_OF_SALES = [500, 3_000, 100, 10_000]

const MAX_TICK = 887_272
const MAX_UINT256 = 2n ** 256n - 1n
const FAR_DEADLINE = 2n ** 40n

/** The pools of Uniswap V3. */
export const MARKET: TestbedMarket = {
  async sell(access, { seller, tokenIn, tokenOut, amountInBaseUnits }) {
    for (const feeTier of FEE_TIERS_OF_SALES) {
      if ((await findPool(access, tokenIn, tokenOut, feeTier)) === undefined) continue
      const { swapRouter } = BASE.on(access.book)
      const swap = buildSwap(access, { seller, tokenIn, tokenOut, feeTier, amountInBaseUnits })
      await access.send(seller, [approve(tokenIn, swapRouter, amountInBaseUnits), swap], 'the trade')
      return true
    }
    return false
  },
  async move(access, price, feeTier) {
    const { base, quote } = price
    const target = readTarget(price)
    const moved: MarketState[] = []
    for (const tier of feeTier === undefined ? FEE_TIERS : [feeTier]) {
      const pool = await findPool(access, base.address, quote.address, tier)
      if (pool !== undefined) moved.push(await movePool(access, { pool, price, target, feeTier: tier }))
    }
    if (feeTier !== undefined && moved.length === 0) {
      throw BASE.error('POOL_NOT_FOUND', { tokenA: base.symbol, tokenB: quote.symbol, feeTier })
    }
    return moved
  },
  async open(access, price, { feeTier, amountBaseUnits }) {
    const { deployer } = access
    const { positionManager } = BASE.on(access.book)
    const target = readTarget(price)
    // Both sides of a full range are worth the same; one unit more keeps rounding from cutting the base's side.
    const amountQuote = (amountBaseUnits * price.numerator) / price.denominator + 1n
    const isBaseFirst = isToken0(price)
    const [token0, token1] = tokensOf(price)
    const [amount0, amount1] = isBaseFirst ? [amountBaseUnits, amountQuote] : [amountQuote, amountBaseUnits]
    const create = encodeFunctionData({
      abi: managerAbi,
      functionName: 'createAndInitializePoolIfNecessary',
      args: [token0, token1, feeTier, target],
    })
    await access.send(deployer, [{ to: positionManager, data: create, valueWei: 0n }], 'creating a pool')
    await access.fund(deployer, token0, amount0)
    await access.fund(deployer, token1, amount1)
    for (const token of [token0, token1]) {
      await access.send(deployer, [approve(token, positionManager, MAX_UINT256)], 'approving')
    }
    const spacing = TICK_SPACINGS[feeTier] ?? 60
    const edge = Math.floor(MAX_TICK / spacing) * spacing
    const position = {
      token0,
      token1,
      fee: feeTier,
      tickLower: -edge,
      tickUpper: edge,
      amount0Desired: amount0,
      amount1Desired: amount1,
      amount0Min: 0n,
      amount1Min: 0n,
      recipient: deployer,
      deadline: FAR_DEADLINE,
    }
    const mint = encodeFunctionData({ abi: managerAbi, functionName: 'mint', args: [position] })
    await access.send(deployer, [{ to: positionManager, data: mint, valueWei: 0n }], 'seeding a pool')
    const pool = (await findPool(access, token0, token1, feeTier)) as Address
    const liquidity = await access.client.readContract({
      address: pool,
      abi: poolAbi,
      functionName: 'liquidity',
    })
    return { pool, liquidity: liquidity.toString() }
  },
}

async function movePool(
  access: MarketAccess,
  {
    pool,
    price,
    target,
    feeTier,
  }: { readonly pool: Address; readonly price: PairPrice; readonly target: bigint; readonly feeTier: number },
): Promise<MarketState> {
  const { client, whale } = access
  const { swapRouter } = BASE.on(access.book)
  const readSlot = () => client.readContract({ address: pool, abi: poolAbi, functionName: 'slot0' })
  const [current] = await readSlot()
  if (current !== target) {
    const [token0, token1] = tokensOf(price)
    const [tokenIn, tokenOut] = target < current ? [token0, token1] : [token1, token0]
    const amountInBaseUnits = await client.readContract({
      address: tokenIn,
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [whale],
    })
    await access.send(whale, [approve(tokenIn, swapRouter, MAX_UINT256)], 'approving')
    const sale = { seller: whale, tokenIn, tokenOut, feeTier, amountInBaseUnits }
    await access.send(whale, [buildSwap(access, sale, target)], "moving the pool's price")
  }
  const [sqrtPriceX96, tick] = await readSlot()
  if (sqrtPriceX96 !== target) {
    throw new HarnessError('STEP_IMPOSSIBLE', 'the whale has too few tokens to move the market there', {
      where: `pool ${pool}`,
      expected: `a square root of the price of ${target}`,
      found: `${sqrtPriceX96}`,
      hint: 'choose a price nearer to the present one',
    })
  }
  return { pool, sqrtPriceX96: sqrtPriceX96.toString(), tick }
}

async function findPool(
  { client, book }: MarketAccess,
  tokenA: Address,
  tokenB: Address,
  feeTier: number,
): Promise<Address | undefined> {
  const pool = await client.readContract({
    address: BASE.on(book).factory,
    abi: factoryAbi,
    functionName: 'getPool',
    args: [tokenA, tokenB, feeTier],
  })
  return BigInt(pool) === 0n ? undefined : pool
}

const approve = (token: Address, spender: Address, amount: bigint): Call => ({
  to: token,
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] }),
  valueWei: 0n,
})

const buildSwap = (
  { book }: MarketAccess,
  sale: {
    readonly seller: Address
    readonly tokenIn: Address
    readonly tokenOut: Address
    readonly feeTier: number
    readonly amountInBaseUnits: bigint
  },
  sqrtPriceLimitX96 = 0n,
): Call => {
  const params = {
    tokenIn: sale.tokenIn,
    tokenOut: sale.tokenOut,
    fee: sale.feeTier,
    recipient: sale.seller,
    amountIn: sale.amountInBaseUnits,
    amountOutMinimum: 0n,
    sqrtPriceLimitX96,
  }
  const data = encodeFunctionData({ abi: routerAbi, functionName: 'exactInputSingle', args: [params] })
  return { to: BASE.on(book).swapRouter, data, valueWei: 0n }
}

const isToken0 = ({ base, quote }: PairPrice): boolean => BigInt(base.address) < BigInt(quote.address)

const tokensOf = (price: PairPrice): readonly [Address, Address] =>
  isToken0(price) ? [price.base.address, price.quote.address] : [price.quote.address, price.base.address]

function readTarget(price: PairPrice): bigint {
  const { numerator, denominator } = price
  const target = isToken0(price)
    ? toSqrtPriceX96(numerator, denominator)
    : toSqrtPriceX96(denominator, numerator)
  if (target !== undefined) return target
  const problem = `no pool can have the price ${numerator}/${denominator}`
  throw new ToolError('INVALID_PARAMS', { path: '/price', problem })
}
