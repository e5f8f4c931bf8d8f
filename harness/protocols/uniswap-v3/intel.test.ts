import { type Address, encodeFunctionData, erc20Abi, type Hex, parseAbi, parseAbiItem } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OpenEnvironment, openEnvironment } from '../../../test/safety/open-environment.ts'
import { BASE } from '../../../tools/protocols/uniswap-v3/base.ts'
import { createReadClient } from '../../chain/viem-client.ts'
import type { Stage } from '../../stage/stage.ts'
import { ACTORS } from '../../world/actors.ts'
import { EMBEDDED_BOOK } from '../../world/embedded-book.ts'

// What tools make of past swaps, held against the same formulas in floating point over logs that are read here.

const abi = parseAbi([
  'struct Swap { address tokenIn; address tokenOut; uint24 fee; address recipient; uint256 amountIn; uint256 amountOutMinimum; uint160 sqrtPriceLimitX96; }',
  'function exactInputSingle(Swap params) payable returns (uint256)',
  'struct Mint { address token0; address token1; uint24 fee; int24 tickLower; int24 tickUpper; uint256 amount0Desired; uint256 amount1Desired; uint256 amount0Min; uint256 amount1Min; address recipient; uint256 deadline; }',
  'function mint(Mint params) payable returns (uint256, uint128, uint256, uint256)',
  'struct Decrease { uint256 tokenId; uint128 liquidity; uint256 amount0Min; uint256 amount1Min; uint256 deadline; }',
  'function decreaseLiquidity(Decrease params) payable returns (uint256, uint256)',
])
const SWAP = parseAbiItem(
  'event Swap(address indexed sender, address indexed recipient, int256 amount0, int256 amount1, uint160 sqrtPriceX96, uint128 liquidity, int24 tick)',
)
const { swapRouter, positionManager } = BASE.addresses[1]
const { whale, trader } = ACTORS
const FOREVER = 2n ** 40n
const MAX = 2n ** 255n
const POOL = { tokenA: 'USDC', tokenB: 'WETH', feeTier: 500 }
const FEE = 0.0005
const Q96 = 2 ** 96

/** An answer of any tool: figures are read by `Number`. */
interface Answer {
  readonly [member: string]: Answer
}

let environment: OpenEnvironment
let stage: Stage
beforeAll(async () => {
  environment = await openEnvironment()
})
afterAll(async () => {
  await environment?.close()
})

const tokenOf = (symbol: string) =>
  EMBEDDED_BOOK.tokens.find((token) => token.symbol === symbol)?.address as Address
const [usdc, weth] = [tokenOf('USDC'), tokenOf('WETH')]

async function ask(tool: string, params: object): Promise<Answer> {
  const { error, details } = await stage.agent.runTool(tool, params as never)
  if (error) throw error
  return details as unknown as Answer
}

const put = (from: Address, to: Address, data: Hex, gasPriceWei = 10n ** 11n) =>
  environment.rpc.request<Hex>('eth_sendTransaction', [
    { from, to, data, gas: '0x7a1200', gasPrice: `0x${gasPriceWei.toString(16)}` },
  ])

async function send(from: Address, to: Address, data: Hex): Promise<void> {
  await put(from, to, data)
  await stage.blocks.mine(1)
}

const swapData = (tokenIn: Address, amountIn: bigint, recipient: Address, fee = 500): Hex =>
  encodeFunctionData({
    abi,
    functionName: 'exactInputSingle',
    args: [
      {
        tokenIn,
        tokenOut: tokenIn === usdc ? weth : usdc,
        fee,
        recipient,
        amountIn,
        amountOutMinimum: 0n,
        sqrtPriceLimitX96: 0n,
      },
    ],
  })

/** Open a world in which two actors may trade. */
async function openMarket(): Promise<void> {
  stage = await environment.open({ profile: 'dev' })
  for (const { address } of [whale, trader]) {
    for (const token of [usdc, weth]) {
      for (const spender of [swapRouter, positionManager]) {
        await send(
          address,
          token,
          encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, MAX] }),
        )
      }
    }
  }
}

const WETH = 10n ** 18n
const USDC = 10n ** 6n
const TRADES: readonly (readonly [Address, Address, bigint])[] = [
  [whale.address, weth, 40n * WETH],
  [trader.address, usdc, 150_000n * USDC],
  [whale.address, usdc, 90_000n * USDC],
  [trader.address, weth, 75n * WETH],
  [whale.address, weth, 12n * WETH],
  [trader.address, usdc, 300_000n * USDC],
  [whale.address, weth, 33n * WETH],
]

async function trade(times = 1n): Promise<void> {
  for (const [actor, token, amount] of TRADES)
    await send(actor, swapRouter, swapData(token, times * amount, actor))
}

interface Read {
  readonly a0: number
  readonly a1: number
  readonly p: number
  readonly seconds: number
  readonly recipient: string
}

/** The last swaps of the pool and the seconds from the first block of a window to the head, read past the stack. */
async function readSwaps(blocks: number): Promise<{ swaps: Read[]; seconds: number }> {
  const client = createReadClient(environment.rpc, EMBEDDED_BOOK.chainId)
  const head = await client.getBlock()
  const fromBlock = head.number - BigInt(blocks) + 1n
  const { pool } = await ask('uniswap_get_pool_info', POOL)
  const logs = await client.getLogs({
    address: pool as never as Address,
    event: SWAP,
    fromBlock,
    strict: true,
  })
  const first = await client.getBlock({ blockNumber: fromBlock })
  const swaps = []
  for (const { args, blockNumber } of logs) {
    const { timestamp } = await client.getBlock({ blockNumber })
    swaps.push({
      a0: Number(args.amount0),
      a1: Number(args.amount1),
      p: (Number(args.sqrtPriceX96) / Q96) ** 2,
      seconds: Number(timestamp),
      recipient: args.recipient,
    })
  }
  return { swaps, seconds: Number(head.timestamp - first.timestamp) }
}

const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)
const near = (found: unknown, expected: number, tolerance = 1e-6) => {
  expect(Math.abs(Number(found) - expected)).toBeLessThanOrEqual(Math.abs(expected) * tolerance + 1)
}

test('behavior: volatility, flow, losses and markouts are those of the same swaps in floating point', async () => {
  await openMarket()
  await trade()
  const window = { ...POOL, blocks: TRADES.length + 1 }
  const { swaps, seconds } = await readSwaps(window.blocks)
  expect(swaps).toHaveLength(TRADES.length)
  const returns = swaps.slice(1).map(({ p }, index) => Math.log(p / (swaps[index]?.p ?? p)))
  const yearly = (variance: number) => Math.sqrt((variance * 31_536_000) / seconds) * 1e4

  const volatility = await ask('intel_compute_realized_volatility', { ...window, intervalSeconds: 3 })
  near(volatility.realizedBps, yearly(total(returns.map((r) => r * r))))
  const pairs = returns.slice(1).map((r, index) => Math.abs(r) * Math.abs(returns[index] ?? 0))
  near(volatility.bipowerBps, yearly((Math.PI / 2) * total(pairs) * (returns.length / (returns.length - 1))))
  const bars = [...Map.groupBy(swaps, (swap) => Math.floor(swap.seconds / 3)).values()].map((same) =>
    same.map(({ p }) => p),
  )
  const withOpen = bars.map((prices, index) => [bars[index - 1]?.at(-1) ?? (prices[0] as number), ...prices])
  const spans = withOpen.map((prices) => Math.log(Math.max(...prices) / Math.min(...prices)) ** 2)
  near(volatility.parkinsonBps, yearly(total(spans) / (4 * Math.LN2)))
  const ends = withOpen.map((prices) => Math.log((prices.at(-1) ?? 1) / (prices[0] ?? 1)) ** 2)
  near(volatility.garmanKlassBps, yearly(total(spans) / 2 - (2 * Math.LN2 - 1) * total(ends)))

  const regime = await ask('intel_classify_regime', window)
  near(regime.volatilityBps, yearly(total(returns.map((r) => r * r))))
  near(regime.efficiencyBps, (Math.abs(total(returns)) / total(returns.map(Math.abs))) * 1e4)
  near(regime.netMoveBps, total(returns) * 1e4)

  const lossOf = ({ a0, a1, p }: Read) =>
    -((a0 > 0 ? a0 * (1 - FEE) : a0) * p + (a0 < 0 ? a1 * (1 - FEE) : a1))
  const feeOf = ({ a0, a1, p }: Read) => (a0 > 0 ? a0 * FEE * p : a1 * FEE)
  const lvr = await ask('intel_compute_lvr', window)
  near(lvr.lvrIn1BaseUnits, total(swaps.map(lossOf)))
  near(lvr.feesIn1BaseUnits, total(swaps.map(feeOf)))

  const { markouts } = await ask('intel_compute_markout', { ...window, horizonsSeconds: [0, 2] })
  const last = swaps.at(-1) as Read
  const gains = swaps
    .filter((swap) => swap.seconds + 2 <= last.seconds)
    .map((swap) => {
      const then = swaps.findLast((other) => other.seconds <= swap.seconds + 2) as Read
      return swap.a0 * then.p + swap.a1
    })
  expect(gains.length).toBeGreaterThan(0)
  near(markouts?.[0]?.gainIn1BaseUnits, total(swaps.map(({ a0, a1, p }) => a0 * p + a1)))
  expect(markouts?.[1]?.swapCount).toBe(gains.length)
  near(markouts?.[1]?.gainIn1BaseUnits, total(gains))

  // Buckets by walking over the volume in small parts.
  const volume = total(swaps.map(({ a1 }) => Math.abs(a1)))
  const imbalances = [0, 0, 0, 0, 0]
  let walked = 0
  for (const { a1 } of swaps) {
    for (let part = 0; part < 5_000; part += 1) {
      const bucket = Math.min(4, Math.floor((walked / volume) * 5))
      imbalances[bucket] = (imbalances[bucket] ?? 0) + a1 / 5_000
      walked += Math.abs(a1) / 5_000
    }
  }
  const vpin = await ask('intel_compute_vpin', { ...window, buckets: 5 })
  near(vpin.vpinBps, (total(imbalances.map(Math.abs)) / volume) * 1e4, 2e-3)

  const flow = await ask('intel_analyze_order_flow', window)
  const shares = [...Map.groupBy(swaps, ({ recipient }) => recipient).values()].map(
    (own) => total(own.map(({ a1 }) => Math.abs(a1))) / volume,
  )
  near(flow.concentrationBps, total(shares.map((share) => share * share)) * 1e4)

  const venues = await ask('intel_compare_venues', {
    tokenA: 'USDC',
    tokenB: 'WETH',
    blocks: window.blocks,
    horizonSeconds: 0,
  })
  const before = (index: number) => swaps[index]?.p ?? 0
  const fair = swaps.slice(1).map(({ a0 }, index) => Math.abs(a0) * before(index))
  const paid = swaps
    .slice(1)
    .map(({ a0, a1 }, index) => (a0 < 0 ? 1 : -1) * (Math.abs(a1) - (fair[index] ?? 0)))
  near(venues.venues?.[0]?.classes?.[0]?.effectiveSpreadBps, (total(paid) / total(fair)) * 1e4, 0)
})

test('behavior: a range earns in a replay what a position in it earned', async () => {
  await openMarket()
  await send(whale.address, swapRouter, swapData(weth, WETH, whale.address))
  const range = await mintAround(5)
  await trade(5n)
  const { positions } = await ask('uniswap_list_positions', { owner: trader.address })
  const [own] = positions as never as readonly Answer[]
  const replay = await ask('intel_backtest_lp_range', {
    ...POOL,
    ...range,
    blocks: TRADES.length + 2,
    valueIn1BaseUnits: '30000000000000000000',
  })
  const scale = Number(own?.liquidity) / Number(replay.liquidity)
  expect(Number(replay.exits)).toBeGreaterThan(0)
  near(Number(replay.fees0BaseUnits) * scale, Number(own?.fees0BaseUnits), 1e-4)
  near(Number(replay.fees1BaseUnits) * scale, Number(own?.fees1BaseUnits), 1e-4)
  near(Number(replay.providedIn1BaseUnits) * scale, await worthOf(own as Answer), 1e-4)
})

test('behavior: a delta changes by the gamma as the price moves', async () => {
  await openMarket()
  await mintAround(500)
  const { positions } = await ask('uniswap_list_positions', { owner: trader.address })
  const [own] = positions as never as readonly Answer[]
  const look = async () =>
    [
      await ask('intel_compute_hedge_ratio', { token: 'WETH', positionIds: [own?.positionId] }),
      Number((await ask('uniswap_get_pool_info', POOL)).price1In0),
    ] as const
  const [from, at] = await look()
  await send(whale.address, swapRouter, swapData(usdc, 100_000n * USDC, whale.address))
  const [to, then] = await look()
  const percent = (then / at - 1) * 100
  expect(percent).toBeGreaterThan(0.01)
  const change = Number(to.deltaBaseUnits) - Number(from.deltaBaseUnits)
  near(change / percent, Number(from.gammaPerPercentBaseUnits), 0.02)
})

/** Let the trader provide liquidity so many ticks to either side of the price. */
async function mintAround(halfWidth: number) {
  const { tick } = await ask('uniswap_get_pool_info', POOL)
  const range = {
    tickLower: Math.floor((Number(tick) - halfWidth) / 10) * 10,
    tickUpper: Math.ceil((Number(tick) + halfWidth) / 10) * 10,
  }
  const position = {
    token0: usdc,
    token1: weth,
    fee: 500,
    ...range,
    amount0Desired: 60_000n * USDC,
    amount1Desired: 20n * WETH,
    amount0Min: 0n,
    amount1Min: 0n,
    recipient: trader.address,
    deadline: FOREVER,
  }
  const data = encodeFunctionData({ abi, functionName: 'mint', args: [position] })
  await send(trader.address, positionManager, data)
  return range
}

async function worthOf(position: Answer): Promise<number> {
  const { sqrtPriceX96 } = await ask('uniswap_get_pool_info', POOL)
  return (
    Number(position.amount0BaseUnits) * (Number(sqrtPriceX96) / Q96) ** 2 + Number(position.amount1BaseUnits)
  )
}

const balanceOf = (token: Address, account: Address) =>
  createReadClient(environment.rpc, EMBEDDED_BOOK.chainId).readContract({
    address: token,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [account],
  })

test('behavior: a sandwich takes what was foretold, and is found afterwards', async () => {
  await openMarket()
  const amountIn = 400n * WETH
  const risk = await ask('intel_assess_mev_risk', {
    tokenIn: 'WETH',
    tokenOut: 'USDC',
    feeTier: 500,
    amountInBaseUnits: amountIn.toString(),
    slippageBps: 100,
  })
  const front = BigInt(risk.attackAmountInBaseUnits as never)
  const before = await Promise.all([
    balanceOf(weth, whale.address),
    balanceOf(usdc, whale.address),
    balanceOf(usdc, trader.address),
  ])
  // What the front brings is known once it was simulated: the attacker sells just that.
  const client = createReadClient(environment.rpc, EMBEDDED_BOOK.chainId)
  const { data = '0x' } = await client.call({
    account: whale.address,
    to: swapRouter,
    data: swapData(weth, front, whale.address),
  })
  await put(whale.address, swapRouter, swapData(weth, front, whale.address), 3n * 10n ** 11n)
  const victim = await put(
    trader.address,
    swapRouter,
    swapData(weth, amountIn, trader.address),
    2n * 10n ** 11n,
  )
  await put(whale.address, swapRouter, swapData(usdc, BigInt(data), whale.address), 10n ** 11n)
  await stage.blocks.mine(1)
  const after = await Promise.all([
    balanceOf(weth, whale.address),
    balanceOf(usdc, whale.address),
    balanceOf(usdc, trader.address),
  ])
  const [profit, rest, got] = after.map((balance, index) => balance - (before[index] ?? 0n))
  expect(rest).toBe(0n)
  expect(got?.toString()).toBe(risk.worstAmountOutBaseUnits)
  expect(profit?.toString()).toBe(risk.attackProfitBaseUnits)

  const found = await ask('intel_detect_sandwich', { hash: victim })
  const [sandwich] = found.sandwiches as never as readonly Answer[]
  expect(found.isSandwiched).toBe(true)
  expect(String(sandwich?.attacker).toLowerCase()).toBe(whale.address.toLowerCase())
  expect(sandwich?.attackerProfitBaseUnits).toBe(profit?.toString())
  expect(sandwich?.amountOutBaseUnits).toBe(got?.toString())
  near(sandwich?.fairAmountOutBaseUnits, Number(risk.quotedAmountOutBaseUnits), 1e-5)
})

test('behavior: liquidity for one block is found, with its part of the fees', async () => {
  await openMarket()
  const { tick } = await ask('uniswap_get_pool_info', POOL)
  const tickLower = Math.floor((Number(tick) - 500) / 10) * 10
  const mint = encodeFunctionData({
    abi,
    functionName: 'mint',
    args: [
      {
        token0: usdc,
        token1: weth,
        fee: 500,
        tickLower,
        tickUpper: tickLower + 1_000,
        amount0Desired: 3_000_000n * USDC,
        amount1Desired: 1_000n * WETH,
        amount0Min: 0n,
        amount1Min: 0n,
        recipient: whale.address,
        deadline: FOREVER,
      },
    ],
  })
  const client = createReadClient(environment.rpc, EMBEDDED_BOOK.chainId)
  const { data = '0x' } = await client.call({ account: whale.address, to: positionManager, data: mint })
  const [tokenId, liquidity] = [BigInt(data.slice(0, 66)), BigInt(`0x${data.slice(66, 130)}`)]
  const decrease = { tokenId, liquidity, amount0Min: 0n, amount1Min: 0n, deadline: FOREVER }
  await put(whale.address, positionManager, mint, 3n * 10n ** 11n)
  await put(trader.address, swapRouter, swapData(weth, 50n * WETH, trader.address), 2n * 10n ** 11n)
  await put(
    whale.address,
    positionManager,
    encodeFunctionData({ abi, functionName: 'decreaseLiquidity', args: [decrease] }),
  )
  await stage.blocks.mine(1)
  const { liquidity: lasting } = await ask('uniswap_get_pool_info', POOL)
  const found = await ask('intel_detect_jit_liquidity', { ...POOL, blocks: 1 })
  const share = Number(liquidity) / (Number(liquidity) + Number(lasting))
  expect(found.totalFound).toBe(1)
  near(found.jitShareBps, share * 1e4)
  near(found.feesIn1BaseUnits, 50e18 * FEE)
  near(found.jitFeesIn1BaseUnits, 50e18 * FEE * share)
})
