import { type Address, erc20Abi } from 'viem'
import { encodeFunctionData } from '../../../tools/core/encode-function-data.ts'
import type { Call } from '../../../tools/core/plan.ts'
import { BASE } from '../../../tools/protocols/uniswap-v2/base.ts'
import { HarnessError } from '../../errors.ts'
import { squareRoot } from '../sqrt-price.ts'
import type { MarketAccess, MarketState, PairPrice, TestbedMarket } from '../testbed-market.ts'
import { FAR, factoryAbi, pairAbi, routerAbi } from './contracts.ts'

/** The one fee that pairs have, in hundredths of a basis point. */
const FEE_TIER = 3_000

/** The pairs of Uniswap V2. */
export const MARKET: TestbedMarket = {
  async sell(access, { seller, tokenIn, tokenOut, amountInBaseUnits }) {
    if ((await findPair(access, tokenIn, tokenOut)) === undefined) return false
    await access.send(seller, buildSale(access, [tokenIn, tokenOut], seller, amountInBaseUnits), 'the trade')
    return true
  },
  async move(access, price, feeTier) {
    const { base, quote } = price
    const pair = await findPair(access, base.address, quote.address)
    if (pair !== undefined && (feeTier ?? FEE_TIER) === FEE_TIER) return [await movePair(access, pair, price)]
    if (feeTier === undefined) return []
    throw BASE.error('PAIR_NOT_FOUND', { tokenA: base.symbol, tokenB: quote.symbol })
  },
  async open(access, price, { amountBaseUnits }) {
    const { deployer, book } = access
    const { base, quote, numerator, denominator } = price
    const { router } = BASE.on(book)
    const amounts = [amountBaseUnits, (amountBaseUnits * numerator) / denominator] as const
    const tokens = [base.address, quote.address] as const
    for (const [index, token] of tokens.entries()) {
      await access.fund(deployer, token, amounts[index] ?? 0n)
      await access.send(deployer, [approve(token, router, amounts[index] ?? 0n)], 'approving')
    }
    const data = encodeFunctionData({
      abi: routerAbi,
      functionName: 'addLiquidity',
      args: [...tokens, ...amounts, 0n, 0n, deployer, FAR],
    })
    await access.send(deployer, [{ to: router, data, valueWei: 0n }], 'seeding a pair')
    return showPair(access, (await findPair(access, ...tokens)) as Address)
  },
}

/** Trade as the whale until the reserves are in a ratio; as near as base units allow. */
async function movePair(access: MarketAccess, pair: Address, price: PairPrice): Promise<MarketState> {
  const { client, whale } = access
  const [first, reserves] = await Promise.all([
    client.readContract({ address: pair, abi: pairAbi, functionName: 'token0' }),
    client.readContract({ address: pair, abi: pairAbi, functionName: 'getReserves' }),
  ])
  const isBaseFirst = BigInt(first) === BigInt(price.base.address)
  const [ofBase, ofQuote] = isBaseFirst ? [reserves[0], reserves[1]] : [reserves[1], reserves[0]]
  const sales = [
    {
      path: [price.base, price.quote],
      from: ofBase,
      to: ofQuote,
      rate: [price.numerator, price.denominator],
    },
    {
      path: [price.quote, price.base],
      from: ofQuote,
      to: ofBase,
      rate: [price.denominator, price.numerator],
    },
  ] as const
  for (const { path, from, to, rate } of sales) {
    const amount = amountUntil(from, to, rate)
    if (amount <= 0n) continue
    const [tokenIn, tokenOut] = path
    const args = [whale] as const
    const held = await client.readContract({
      ...{ address: tokenIn.address, abi: erc20Abi, functionName: 'balanceOf' as const, args },
    })
    if (held < amount) {
      throw new HarnessError('STEP_IMPOSSIBLE', 'the whale has too few tokens to move the market there', {
        where: `pair ${pair}`,
        expected: `${amount} base units of ${tokenIn.symbol}`,
        found: `${held}`,
        hint: 'choose a price nearer to the present one',
      })
    }
    const calls = buildSale(access, [tokenIn.address, tokenOut.address], whale, amount)
    await access.send(whale, calls, "moving the pair's price")
  }
  return showPair(access, pair)
}

/**
 * What has to be sold into reserves until they are in a ratio: the root of 997·x² + 1997·r·x + 1000·r² = 1000·r·R/t for
 * reserves r and R and a rate t, by the formula of `UniswapV2Pair.swap`.
 */
function amountUntil(from: bigint, to: bigint, [numerator, denominator]: readonly [bigint, bigint]): bigint {
  const goal = (1_000n * from * to * denominator) / numerator
  const constant = goal - 1_000n * from * from
  if (constant <= 0n) return 0n
  const linear = 1_997n * from
  return (squareRoot(linear * linear + 4n * 997n * constant) - linear) / (2n * 997n)
}

async function showPair({ client }: MarketAccess, pair: Address): Promise<MarketState> {
  const [reserve0, reserve1] = await client.readContract({
    address: pair,
    abi: pairAbi,
    functionName: 'getReserves',
  })
  return { pool: pair, reserve0BaseUnits: reserve0.toString(), reserve1BaseUnits: reserve1.toString() }
}

async function findPair({ client, book }: MarketAccess, tokenA: Address, tokenB: Address) {
  const address = BASE.on(book).factory
  const args = [tokenA, tokenB] as const
  const pair = await client.readContract({ address, abi: factoryAbi, functionName: 'getPair', args })
  return BigInt(pair) === 0n ? undefined : pair
}

const approve = (token: Address, spender: Address, amount: bigint): Call => ({
  to: token,
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] }),
  valueWei: 0n,
})

/** Calls that sell tokens in their pair at any price. */
function buildSale(
  { book }: Pick<MarketAccess, 'book'>,
  path: readonly [Address, Address],
  seller: Address,
  amount: bigint,
): readonly Call[] {
  const { router } = BASE.on(book)
  const data = encodeFunctionData({
    abi: routerAbi,
    functionName: 'swapExactTokensForTokens',
    args: [amount, 0n, path, seller, FAR],
  })
  return [approve(path[0], router, amount), { to: router, data, valueWei: 0n }]
}
