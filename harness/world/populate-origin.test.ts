import { type Address, domainSeparator, encodeFunctionData, erc20Abi, parseAbi } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OpenWorld, openWorld } from '../../test/world/open-world.ts'
import { BASE as MULTICALL3 } from '../../tools/protocols/multicall3/base.ts'
import { BASE as PERMIT2 } from '../../tools/protocols/permit2/base.ts'
import { BASE as UNISWAP_V3 } from '../../tools/protocols/uniswap-v3/base.ts'
import { BASE as WETH } from '../../tools/protocols/weth/base.ts'
import { loadArtifact } from '../chain/artifacts.ts'
import { MARKET_POOLS, type MarketPool } from '../protocols/uniswap-v3/pools.ts'
import { ACTORS } from './actors.ts'
import { EMBEDDED_BOOK, UNPRICED_TOKEN } from './embedded-book.ts'
import { ACTOR_TOKENS, MARKET_TOKENS, type MarketSymbol } from './market.ts'
import { HEAD_SECONDS } from './populate-origin.ts'

type OpenedPool = Omit<MarketPool, 'tokens'> & { readonly tokens: readonly [MarketSymbol, MarketSymbol] }

/** Pools of symbols that the market has. */
const POOLS = MARKET_POOLS as readonly OpenedPool[]
const uniswapV3 = UNISWAP_V3.on(EMBEDDED_BOOK)
const quoterAbi = loadArtifact(
  '@uniswap/v3-periphery/artifacts/contracts/lens/QuoterV2.sol/QuoterV2.json',
).abi
const routerAbi = loadArtifact(
  '@uniswap/swap-router-contracts/artifacts/contracts/SwapRouter02.sol/SwapRouter02.json',
).abi
const factoryAbi = parseAbi(['function getPool(address, address, uint24) view returns (address)'])
const poolAbi = parseAbi([
  'function slot0() view returns (uint160 sqrtPriceX96, int24 tick, uint16 index, uint16 cardinality, uint16 cardinalityNext, uint8 feeProtocol, bool unlocked)',
  'function observe(uint32[] secondsAgos) view returns (int56[] tickCumulatives, uint160[] secondsPerLiquidity)',
  'function token0() view returns (address)',
])
const feedAbi = parseAbi([
  'function latestRoundData() view returns (uint80, int256 answer, uint256, uint256 updatedAt, uint80)',
  'function decimals() view returns (uint8)',
])

let world: OpenWorld

beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world?.close())

const balanceOf = (token: Address, account: Address) =>
  world.client.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [account] })

const findPool = ({ tokens: [a, b], feeUnits }: OpenedPool) =>
  world.client.readContract({
    address: uniswapV3.factory,
    abi: factoryAbi,
    functionName: 'getPool',
    args: [MARKET_TOKENS[a].address, MARKET_TOKENS[b].address, feeUnits],
  })

const toAmount = (symbol: MarketSymbol, usd: bigint) =>
  (usd * 10n ** BigInt(MARKET_TOKENS[symbol].decimals)) / MARKET_TOKENS[symbol].priceUsd

const quote = async (pool: OpenedPool, tokenIn: MarketSymbol, tokenOut: MarketSymbol, amountIn: bigint) => {
  const { result } = await world.client.simulateContract({
    address: uniswapV3.quoter,
    abi: quoterAbi,
    functionName: 'quoteExactInputSingle',
    args: [
      {
        tokenIn: MARKET_TOKENS[tokenIn].address,
        tokenOut: MARKET_TOKENS[tokenOut].address,
        amountIn,
        fee: pool.feeUnits,
        sqrtPriceLimitX96: 0n,
      },
    ],
  })
  return (result as readonly [bigint])[0]
}

test('behavior: everything in the address book is deployed', async () => {
  const { multicall3 } = MULTICALL3.on(EMBEDDED_BOOK)
  const { permit2 } = PERMIT2.on(EMBEDDED_BOOK)
  const { weth: weth9 } = WETH.on(EMBEDDED_BOOK)
  const addresses = [
    ...[multicall3, permit2, weth9],
    ...Object.values(uniswapV3),
    ...EMBEDDED_BOOK.tokens.flatMap(({ address, feed, secondaryFeed }) => [
      address,
      feed?.address,
      secondaryFeed?.address,
    ]),
    EMBEDDED_BOOK.sequencerUptimeFeed,
  ].filter((address) => address !== undefined)
  for (const address of addresses) expect(await world.client.getCode({ address }), address).toBeDefined()
})

test('behavior: tokens say what the address book says', async () => {
  for (const { address, symbol, name, decimals } of EMBEDDED_BOOK.tokens) {
    const read = <Name extends 'symbol' | 'name' | 'decimals'>(functionName: Name) =>
      world.client.readContract({ address, abi: erc20Abi, functionName })
    expect([await read('symbol'), await read('name'), await read('decimals')]).toEqual([
      symbol,
      name,
      decimals,
    ])
  }
})

test('behavior: feeds answer, fresh, and one token has none', async () => {
  const feeds = EMBEDDED_BOOK.tokens.flatMap(({ symbol, feed, secondaryFeed }) =>
    [feed, secondaryFeed].flatMap((source) => (source ? [{ symbol, feed: source }] : [])),
  )
  expect(feeds).toHaveLength(10)
  for (const { symbol, feed } of feeds) {
    const [, answer, , updatedAt] = await world.client.readContract({
      address: feed.address,
      abi: feedAbi,
      functionName: 'latestRoundData',
    })
    expect(answer).toBe(MARKET_TOKENS[symbol as MarketSymbol].priceUsd * 10n ** BigInt(feed.decimals))
    expect(updatedAt).toBe(BigInt(HEAD_SECONDS))
  }
  expect(UNPRICED_TOKEN.feed).toBeUndefined()
})

test('behavior: cached domain separators are those of the addresses', async () => {
  const abi = parseAbi(['function DOMAIN_SEPARATOR() view returns (bytes32)'])
  const expected = domainSeparator({
    domain: {
      name: 'Permit2',
      chainId: EMBEDDED_BOOK.chainId,
      verifyingContract: PERMIT2.on(EMBEDDED_BOOK).permit2,
    },
  })
  const found = await world.client.readContract({
    address: PERMIT2.on(EMBEDDED_BOOK).permit2,
    abi,
    functionName: 'DOMAIN_SEPARATOR',
  })
  expect(found).toBe(expected)
})

test('behavior: actors are funded', async () => {
  for (const { address } of Object.values(ACTORS)) {
    expect(await world.client.getBalance({ address })).toBeGreaterThan(9_900n * 10n ** 18n)
  }
  for (const name of ['owner', 'attacker', 'whale'] as const) {
    for (const [symbol, whole] of Object.entries(ACTOR_TOKENS[name] ?? {}) as [MarketSymbol, number][]) {
      const { address, decimals } = MARKET_TOKENS[symbol]
      const paidIn = name === 'owner' ? await balanceOf(address, world.snapshot.cage) : 0n
      const held = await balanceOf(address, ACTORS[name].address)
      expect(held + paidIn).toBe(BigInt(whole) * 10n ** BigInt(decimals))
    }
  }
  expect(await balanceOf(MARKET_TOKENS.USDC.address, ACTORS.recipient.address)).toBe(0n)
})

test.for(
  POOLS.map((pool) => [`${pool.tokens.join('/')} ${pool.feeUnits}`, pool] as const),
)('behavior: %s trades near the feed price in both directions and has a past', async ([, pool]) => {
  for (const [tokenIn, tokenOut] of [
    pool.tokens,
    [...pool.tokens].reverse() as [MarketSymbol, MarketSymbol],
  ]) {
    const out = await quote(pool, tokenIn, tokenOut, toAmount(tokenIn, 600n))
    const fair = toAmount(tokenOut, 600n)
    const lossPpm = Number(((fair - out) * 1_000_000n) / fair)
    expect(lossPpm).toBeGreaterThan(pool.feeUnits - 50)
    expect(lossPpm).toBeLessThan(pool.feeUnits + 200)
  }
  const address = await findPool(pool)
  const slot0 = await world.client.readContract({ address, abi: poolAbi, functionName: 'slot0' })
  expect(slot0[4]).toBe(160)
  expect(slot0[3]).toBe(160)
  const seconds = 7_200
  const [cumulatives] = await world.client.readContract({
    address,
    abi: poolAbi,
    functionName: 'observe',
    args: [[seconds, 600, 0]],
  })
  const [old, recent, now] = cumulatives as [bigint, bigint, bigint]
  expect(Math.abs(Number(now - old) / seconds - slot0[1])).toBeLessThan(2)
  expect(Math.abs(Number(now - recent) / 600 - slot0[1])).toBeLessThan(2)
})

test('behavior: a swap gives what was quoted, to the wei', async () => {
  for (const pool of POOLS) {
    const [tokenIn, tokenOut] = pool.tokens
    const amountIn = toAmount(tokenIn, 250_000n)
    const quoted = await quote(pool, tokenIn, tokenOut, amountIn)
    const out = MARKET_TOKENS[tokenOut].address
    const before = await balanceOf(out, ACTORS.trader.address)
    await world.fork.rpc.request('eth_sendTransaction', [
      {
        from: ACTORS.trader.address,
        to: uniswapV3.swapRouter,
        gas: '0x1e8480',
        data: encodeFunctionData({
          abi: routerAbi,
          functionName: 'exactInputSingle',
          args: [
            {
              tokenIn: MARKET_TOKENS[tokenIn].address,
              tokenOut: out,
              fee: pool.feeUnits,
              recipient: ACTORS.trader.address,
              amountIn,
              amountOutMinimum: 0n,
              sqrtPriceLimitX96: 0n,
            },
          ],
        }),
      },
    ])
    await world.fork.mine()
    expect((await balanceOf(out, ACTORS.trader.address)) - before).toBe(quoted)
  }
  await world.fork.reset()
})

test('behavior: a position can be drawn', async () => {
  const abi = parseAbi(['function tokenURI(uint256) view returns (string)'])
  const uri = await world.client.readContract({
    address: uniswapV3.positionManager,
    abi,
    functionName: 'tokenURI',
    args: [1n],
  })
  expect(uri).toMatch(/^data:application\/json;base64,/)
})
