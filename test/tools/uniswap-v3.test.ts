import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Address, erc20Abi, isAddressEqual, numberToHex, pad, type TransactionReceipt } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ACTORS } from '../../harness/world/actors.ts'
import { defaultPolicy, NO_CAP } from '../../harness/world/default-policy.ts'
import { defaultCapital, deployCage } from '../../harness/world/deploy-cage.ts'
import { EMBEDDED_BOOK, UNPRICED_TOKEN } from '../../harness/world/embedded-book.ts'
import type { ToolError } from '../../tools/core/errors.ts'
import { differenceBps, type Outcome } from '../../tools/core/outcome.ts'
import type { TransactionPlan } from '../../tools/core/plan.ts'
import { planWriteTool, runReadTool } from '../../tools/core/runner.ts'
import { findSchemaProblems } from '../../tools/core/schema.ts'
import type { ReadTool, ToolDef, WriteTool } from '../../tools/core/tool-def.ts'
import { positionManagerAbi } from '../../tools/protocols/uniswap-v3/abi.ts'
import { BASE as UNISWAP_V3 } from '../../tools/protocols/uniswap-v3/base.ts'
import { createProtocolPorts } from '../../tools/runtime/protocol-ports.ts'
import { encodeCageExecute } from '../../tools/safety/evidence/encode-cage-execute.ts'
import { startBasicFork } from './basic-fork.ts'

const { attacker: actor, trader, lp, whale, operator } = ACTORS
const { tokens } = EMBEDDED_BOOK
const { decoders } = createProtocolPorts(EMBEDDED_BOOK)
const { swapRouter, positionManager } = UNISWAP_V3.on(EMBEDDED_BOOK)
const addressOf = (symbol: string): Address =>
  tokens.find((token) => token.symbol === symbol)?.address as Address
const USDC = addressOf('USDC')
const WETH = addressOf('WETH')
const FOLDER = join(import.meta.dirname, '../../tools/protocols/uniswap-v3')

/** Account that plans act as: a plain one, or the cage. */
let account: Address = actor.address
let cage: Address
let permits = 0
let world: Awaited<ReturnType<typeof startBasicFork>>
const tools = new Map<string, ToolDef>()
const ran = new Map<string, number>()

beforeAll(async () => {
  world = await startBasicFork()
  // What the tools plan is large, and nobody signs for it here.
  const policy = { ...defaultPolicy(EMBEDDED_BOOK), hotLaneUsdc: NO_CAP }
  cage = await deployCage(world.fork, policy, defaultCapital(EMBEDDED_BOOK))
  for (const file of readdirSync(FOLDER)) {
    if (!file.startsWith('uniswap-') || file.endsWith('.test.ts')) continue
    const { TOOL_DEF } = (await import(join(FOLDER, file))) as { TOOL_DEF: ToolDef }
    tools.set(TOOL_DEF.name, TOOL_DEF)
  }
})
afterAll(async () => {
  await world?.stop()
})

const deps = (as: Address = account) => ({ ...world.deps, context: { ...world.deps.context, account: as } })

/** Carry a plan out: call by call by a plain account, in one transaction through the cage. */
function execute(plan: TransactionPlan): Promise<TransactionReceipt> {
  if (account !== cage) return world.execute(plan, account)
  permits += 1
  const data = encodeCageExecute(plan.calls, 2n ** 40n, pad(numberToHex(permits)))
  return world.send({ from: operator.address, to: cage, data })
}

// biome-ignore lint/suspicious/noExplicitAny: results are checked member by member
async function read(name: string, params: object, as?: Address): Promise<any> {
  const tool = tools.get(name)
  if (tool?.capability !== 'read') throw new Error(`${name} is no read tool`)
  world.updates.length = 0
  const before = world.roundTrips()
  const data = await runReadTool(tool, params, deps(as))
  ran.set(name, world.roundTrips() - before)
  expect(world.updates).toEqual(tool.progressSteps)
  return data
}

async function plan(name: string, params: object): Promise<{ tool: WriteTool; plan: TransactionPlan }> {
  const tool = tools.get(name)
  if (tool?.capability !== 'write') throw new Error(`${name} is no write tool`)
  world.updates.length = 0
  const before = world.roundTrips()
  const planned = await planWriteTool(tool, params, deps())
  ran.set(name, world.roundTrips() - before)
  expect(world.updates).toEqual(tool.progressSteps)
  if (planned.kind !== 'transaction') throw new Error(`${name} plans no transaction`)
  return { tool, plan: planned }
}

const TOKENS = tokens.map((token) => token.address)
const readBalances = () =>
  Promise.all(
    TOKENS.map((address) =>
      world.deps.context.chain.readContract({
        address,
        abi: erc20Abi,
        functionName: 'balanceOf',
        args: [account],
      }),
    ),
  )
const readAllowance = (address: Address, spender: Address) =>
  world.deps.context.chain.readContract({
    address,
    abi: erc20Abi,
    functionName: 'allowance',
    args: [account, spender],
  })

/** Carry a plan out and compare what it expected and what it reports with the balances. */
async function carryOut(
  { tool, plan }: { tool: WriteTool; plan: TransactionPlan },
  params: object,
  slackBps = 0,
) {
  for (const call of plan.calls) {
    const decoded = decoders.decode(call, account)
    expect(decoded?.forbidden).toBeUndefined()
    expect(decoded?.functionName).toBeDefined()
  }
  const before = await readBalances()
  const receipt = await execute(plan)
  expect(receipt.status).toBe('success')
  const after = await readBalances()
  const settled = tool.settle({ params: params as never, plan, receipt, account })
  expect(findSchemaProblems(tool.output, settled.data)).toEqual([])
  const deltaOf = (outcome: Outcome, token: Address) =>
    outcome.assets
      .filter((delta) => isAddressEqual(delta.token, token))
      .reduce((sum, delta) => sum + delta.deltaBaseUnits, 0n)
  for (const [index, token] of TOKENS.entries()) {
    const observed = (after[index] as bigint) - (before[index] as bigint)
    expect(deltaOf(settled.actualOutcome, token)).toBe(observed)
    expect(differenceBps(deltaOf(plan.expectation, token), observed)).toBeLessThanOrEqual(slackBps)
  }
  for (const { token, spender, valueBaseUnits } of plan.expectation.allowances) {
    expect(await readAllowance(token, spender)).toBe(valueBaseUnits)
  }
  expect(settled.actualOutcome.allowances).toEqual(plan.expectation.allowances)
  expect(settled.actualOutcome.positions.map((position) => position.liquidityDelta)).toEqual(
    plan.expectation.positions.map((position) => position.liquidityDelta),
  )
  // biome-ignore lint/suspicious/noExplicitAny: results are checked member by member
  return { receipt, data: settled.data as any }
}

async function write(name: string, params: object) {
  const planned = await plan(name, params)
  return { ...planned, ...(await carryOut(planned, params)) }
}

const failure = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'none',
    (error: ToolError) => error.code,
  )

describe('quotes', () => {
  test('default', async () => {
    const quote = await read('uniswap_get_quote', {
      tokenIn: 'USDC',
      tokenOut: 'WETH',
      amountInBaseUnits: '3000000000',
    })
    expect(quote.feeTier).toBe(500)
    expect(Number(quote.amountOutBaseUnits) / 1e18).toBeCloseTo(0.9995, 3)
    expect(quote.priceImpactBps).toBeLessThan(3)
    expect(ran.get('uniswap_get_quote')).toBe(1)
    const cost = await read('uniswap_get_quote', {
      tokenIn: 'USDC',
      tokenOut: 'WETH',
      amountOutBaseUnits: quote.amountOutBaseUnits,
    })
    expect(Math.abs(Number(cost.amountInBaseUnits) - 3_000_000_000)).toBeLessThan(2)
    expect(ran.get('uniswap_get_quote')).toBe(1)
  })

  test('behavior: a large trade moves the price', async () => {
    const { curve } = await read('uniswap_get_price_impact', {
      tokenIn: 'WETH',
      tokenOut: 'USDC',
      amountsInBaseUnits: ['1', '100', '5000', '100000'].map((whole) => `${whole}${'0'.repeat(18)}`),
    })
    const impacts = curve.map((point: { priceImpactBps: number }) => point.priceImpactBps)
    expect(impacts).toEqual(impacts.toSorted((a: number, b: number) => a - b))
    expect(impacts[3]).toBeGreaterThan(1_000)
    expect(ran.get('uniswap_get_price_impact')).toBe(1)
  })

  test('behavior: a pool that runs dry quotes nothing', async () => {
    const trade = { tokenIn: 'WETH', tokenOut: 'NOPRICE' }
    const amount = `${10 ** 6}${'0'.repeat(18)}`
    expect(await failure(read('uniswap_get_quote', { ...trade, amountInBaseUnits: amount }))).toBe(
      'QUOTE_FAILED',
    )
    const { curve } = await read('uniswap_get_price_impact', {
      ...trade,
      amountsInBaseUnits: ['1000000', amount],
    })
    expect(curve).toMatchObject([{ feeTier: 3000 }, { amountOutBaseUnits: null, priceImpactBps: null }])
    const tokens = ['USDC', 'WETH', 'NOPRICE']
    const path = { tokens, feeTiers: [500, 3000], amountBaseUnits: `9${'0'.repeat(13)}` }
    expect(await failure(read('uniswap_quote_v3_path', path))).toBe('QUOTE_FAILED')
  })

  test('behavior: a path is quoted in both directions', async () => {
    const path = { tokens: ['WBTC', 'WETH', 'USDC'], feeTiers: [3000, 500] }
    const sold = await read('uniswap_quote_v3_path', { ...path, amountBaseUnits: '10000000' })
    expect(Number(sold.price)).toBeGreaterThan(59_000)
    const bought = await read('uniswap_quote_v3_path', {
      ...path,
      exact: 'output',
      amountBaseUnits: sold.amountOutBaseUnits,
    })
    expect(Math.abs(Number(bought.amountInBaseUnits) - 10_000_000)).toBeLessThan(2)
    expect(ran.get('uniswap_quote_v3_path')).toBe(1)
  })

  test('error: codes', async () => {
    const quote = (params: object) => failure(read('uniswap_get_quote', params))
    const pair = { tokenIn: 'USDC', tokenOut: 'WETH' }
    expect(await quote({ ...pair })).toBe('INVALID_PARAMS')
    expect(await quote({ ...pair, amountInBaseUnits: '0' })).toBe('ZERO_AMOUNT')
    expect(await quote({ ...pair, tokenOut: 'usdc', amountInBaseUnits: '1' })).toBe('SAME_TOKEN')
    expect(await quote({ ...pair, tokenOut: 'USDX', amountInBaseUnits: '1' })).toBe('UNKNOWN_TOKEN')
    expect(await quote({ ...pair, feeTier: 10000, amountInBaseUnits: '1' })).toBe('POOL_NOT_FOUND')
    expect(await quote({ ...pair, amountOutBaseUnits: `1${'0'.repeat(26)}` })).toBe('QUOTE_FAILED')
    expect(await quote({ tokenIn: 'WBTC', tokenOut: UNPRICED_TOKEN.address, amountInBaseUnits: '1' })).toBe(
      'POOL_NOT_FOUND',
    )
  })
})

describe('pools', () => {
  const pair = { tokenA: 'USDC', tokenB: 'WETH', feeTier: 500 }

  test('default', async () => {
    const info = await read('uniswap_get_pool_info', pair)
    expect(info.symbol0).toBe('USDC')
    expect(Number(info.price1In0)).toBeCloseTo(3000, -1)
    expect(Number(info.tvlUsd)).toBeGreaterThan(10_000_000)
    const same = await read('uniswap_get_pool_info', { pool: info.pool })
    expect(same).toEqual(info)
    expect(await failure(read('uniswap_get_pool_info', { pool: USDC }))).toBe('NOT_FOUND')
    expect(await failure(read('uniswap_get_pool_info', { tokenA: 'USDC' }))).toBe('INVALID_PARAMS')
    expect(await failure(read('uniswap_get_pool_info', { ...pair, feeTier: 10000 }))).toBe('POOL_NOT_FOUND')
  })

  test('behavior: pools of a pair, the deepest first', async () => {
    const { pools } = await read('uniswap_get_pools_by_token_pair', { tokenA: 'WETH', tokenB: 'USDC' })
    expect(pools.map((pool: { feeTier: number }) => pool.feeTier).toSorted()).toEqual([3000, 500])
    expect(BigInt(pools[0].liquidity)).toBeGreaterThanOrEqual(BigInt(pools[1].liquidity))
  })

  test('behavior: active liquidity at the current tick is that of the pool', async () => {
    const distribution = await read('uniswap_get_pool_ticks', { ...pair, wordsEachSide: 4 })
    const below = distribution.ticks.filter((entry: { tick: number }) => entry.tick <= distribution.tick)
    expect(below.at(-1).activeLiquidity).toBe(distribution.liquidity)
    const everything = await read('uniswap_get_pool_ticks', {
      tokenA: 'WETH',
      tokenB: 'USDC',
      feeTier: 3000,
      wordsEachSide: 30,
    })
    expect(everything.ticks.length).toBeGreaterThanOrEqual(4)
  })

  test('behavior: a time-weighted price, and no longer than there are observations', async () => {
    const twap = await read('uniswap_get_pool_twap', { ...pair, windowSeconds: 600 })
    expect(Math.abs(twap.meanTick - twap.spotTick)).toBeLessThan(10)
    expect(BigInt(twap.meanLiquidity)).toBeGreaterThan(0n)
    expect(ran.get('uniswap_get_pool_twap')).toBe(1)
    expect(await failure(read('uniswap_get_pool_twap', { ...pair, windowSeconds: 604_800 }))).toBe(
      'TWAP_UNAVAILABLE',
    )
  })
})

describe.each(['a plain account', 'the cage'])('swaps of %s', (who) => {
  beforeAll(() => {
    account = who === 'the cage' ? cage : actor.address
  })
  const pair = { tokenIn: 'USDC', tokenOut: 'WETH' }

  test('default', async () => {
    const amount = { amountInBaseUnits: '3000000000' }
    const quote = await read('uniswap_get_quote', { ...pair, ...amount })
    const params = {
      ...pair,
      ...amount,
      feeTier: quote.feeTier,
      quotedAmountOutBaseUnits: quote.amountOutBaseUnits,
    }
    const simulated = await read('uniswap_simulate_swap', params)
    expect(simulated).toMatchObject({
      success: true,
      slippageBps: 0,
      amountInDeltaBaseUnits: '-3000000000',
      amountOutDeltaBaseUnits: quote.amountOutBaseUnits,
    })
    const swap = await write('uniswap_execute_swap', params)
    expect(ran.get('uniswap_execute_swap')).toBe(0)
    expect(swap.data.amountOutBaseUnits).toBe(quote.amountOutBaseUnits)
    expect(swap.plan.expectation.toleranceBps).toBe(50)

    const result = await read('uniswap_get_swap_result', {
      hash: swap.receipt.transactionHash,
      quotedAmountOutBaseUnits: quote.amountOutBaseUnits,
    })
    expect(result).toMatchObject({ tokenIn: USDC, tokenOut: WETH, slippageBps: 0, ...amount })
    const { swaps } = await read('uniswap_get_pool_swaps', { pool: quote.pool, blocks: 10 })
    expect(swaps.at(-1)).toMatchObject({ tokenIn: USDC, recipient: account, ...amount })
  })

  test('behavior: quotes by itself in one round trip', async () => {
    await write('uniswap_execute_swap', { ...pair, amountInBaseUnits: '1000000', slippageBps: 10 })
    expect(ran.get('uniswap_execute_swap')).toBe(1)
    await write('uniswap_execute_swap', {
      tokenIn: 'ETH',
      tokenOut: 'DAI',
      amountInBaseUnits: `1${'0'.repeat(18)}`,
      amountOutMinimumBaseUnits: `2900${'0'.repeat(18)}`,
    })
  })

  test('behavior: an exact output leaves no allowance', async () => {
    const params = { ...pair, amountOutBaseUnits: `1${'0'.repeat(18)}` }
    const { data, plan: planned } = await write('uniswap_execute_swap_exact_output', params)
    expect(data.amountOutBaseUnits).toBe(params.amountOutBaseUnits)
    expect(planned.calls).toHaveLength(3)
    expect(ran.get('uniswap_execute_swap_exact_output')).toBe(1)
    const quote = await read('uniswap_get_quote', params)
    await write('uniswap_execute_swap_exact_output', {
      ...params,
      feeTier: quote.feeTier,
      quotedAmountInBaseUnits: quote.amountInBaseUnits,
    })
    expect(ran.get('uniswap_execute_swap_exact_output')).toBe(0)
  })

  test('behavior: a path of two pools', async () => {
    const { receipt, data } = await write('uniswap_execute_multihop_swap', {
      tokens: ['WBTC', 'WETH', 'USDC'],
      feeTiers: [3000, 500],
      amountInBaseUnits: '10000000',
    })
    const last = await read('uniswap_get_swap_result', { hash: receipt.transactionHash })
    expect(last.swaps).toHaveLength(2)
    expect(last.amountOutBaseUnits).toBe(data.amountOutBaseUnits)
    expect(
      await failure(
        plan('uniswap_execute_multihop_swap', {
          tokens: ['WBTC', 'USDC'],
          feeTiers: [500],
          amountInBaseUnits: '1',
        }),
      ),
    ).toBe('QUOTE_FAILED')
  })

  test('behavior: a swap stops at a price', async () => {
    const info = await read('uniswap_get_pool_info', { tokenA: 'WETH', tokenB: 'DAI', feeTier: 3000 })
    const spot = Number(isAddressEqual(info.token0, WETH) ? info.price0In1 : info.price1In0)
    const params = {
      tokenIn: 'WETH',
      tokenOut: 'DAI',
      feeTier: 3000,
      maxAmountInBaseUnits: `15${'0'.repeat(18)}`,
      priceLimit: (spot * 0.99995).toFixed(6),
    }
    const { data } = await write('uniswap_swap_to_price', params)
    expect(BigInt(data.amountInBaseUnits)).toBeLessThan(BigInt(params.maxAmountInBaseUnits))
    const after = await read('uniswap_get_pool_info', { tokenA: 'WETH', tokenB: 'DAI', feeTier: 3000 })
    expect(Number(isAddressEqual(info.token0, WETH) ? after.price0In1 : after.price1In0)).toBeCloseTo(
      Number(params.priceLimit),
      3,
    )
    expect(await failure(plan('uniswap_swap_to_price', params))).toBe('INVALID_PARAMS')
    const back = await write('uniswap_swap_to_price', {
      tokenIn: 'DAI',
      tokenOut: 'WETH',
      feeTier: 3000,
      maxAmountInBaseUnits: `1000${'0'.repeat(18)}`,
      priceLimit: '0.0001',
    })
    expect(back.data.amountInBaseUnits).toBe(`1000${'0'.repeat(18)}`)
  })

  test('behavior: approvals that a swap needs', async () => {
    const params = { tokenIn: 'USDC', amountInBaseUnits: '5000000' }
    const needed = await read('uniswap_check_swap_approval', params)
    expect(needed.neededApprovals).toEqual([{ token: USDC, spender: swapRouter, amountBaseUnits: '5000000' }])
    const none = await read('uniswap_check_swap_approval', { ...params, account: trader.address })
    expect(none).toMatchObject({ neededApprovals: [], hasBalance: true })
  })

  test('error: ZERO_AMOUNT, for a quote of nothing would set no limit', async () => {
    const input = { ...pair, amountInBaseUnits: '1', feeTier: 500, quotedAmountOutBaseUnits: '0' }
    const output = { ...pair, amountOutBaseUnits: '1', feeTier: 500, quotedAmountInBaseUnits: '0' }
    expect(await failure(plan('uniswap_execute_swap', input))).toBe('ZERO_AMOUNT')
    expect(await failure(plan('uniswap_execute_swap_exact_output', output))).toBe('ZERO_AMOUNT')
  })

  test('behavior: a simulation that reverts says why', async () => {
    const params = {
      ...pair,
      amountInBaseUnits: '1000000',
      feeTier: 500,
      quotedAmountOutBaseUnits: `1${'0'.repeat(18)}`,
    }
    const simulated = await read('uniswap_simulate_swap', params)
    expect(simulated).toMatchObject({ success: false, revertReason: 'Too little received' })
  })
})

describe.each(['a plain account', 'the cage'])('liquidity of %s', (who) => {
  beforeAll(() => {
    account = who === 'the cage' ? cage : actor.address
  })
  const pair = { tokenA: 'WETH', tokenB: 'USDC', feeTier: 500 }
  const budget = { amountABaseUnits: `1${'0'.repeat(18)}`, amountBBaseUnits: '2000000000' }
  const tradeAround = async (rounds: number) => {
    for (let round = 0; round < rounds; round += 1) {
      const [tokenIn, tokenOut] = round % 2 === 0 ? ['USDC', 'WETH'] : ['WETH', 'USDC']
      const amountInBaseUnits = round % 2 === 0 ? '300000000001' : `100${'0'.repeat(17)}1`
      const params = { tokenIn, tokenOut, amountInBaseUnits, feeTier: 500 }
      const tool = tools.get('uniswap_execute_swap') as WriteTool
      const planned = await planWriteTool(tool, params, deps(whale.address))
      await world.execute(planned as TransactionPlan, whale.address)
    }
  }

  test('behavior: amounts for a budget', async () => {
    const range = { ...pair, rangeTicks: 1000 }
    const computed = await read('uniswap_compute_liquidity_amounts', { ...range, ...budget })
    expect(computed.unused0BaseUnits).toBe('0')
    expect(BigInt(computed.unused1BaseUnits)).toBeGreaterThan(0n)
    expect(computed.matchingSwap).toMatchObject({ tokenIn: WETH, tokenOut: USDC })
    const needed = await read('uniswap_compute_liquidity_amounts', {
      ...range,
      amountABaseUnits: budget.amountABaseUnits,
    })
    // Rounded down to what the liquidity takes.
    expect(Math.abs(Number(needed.amount1BaseUnits) - 1e18)).toBeLessThan(1e4)
    expect(needed.matchingSwap).toBeNull()
    const oneSided = await read('uniswap_compute_liquidity_amounts', {
      ...range,
      amountABaseUnits: budget.amountABaseUnits,
      amountBBaseUnits: '0',
    })
    expect(oneSided.liquidity).toBe('0')
    expect(Number(oneSided.matchingSwap.amountInBaseUnits) / 1e18).toBeCloseTo(0.5, 1)
    const above = { tickLower: 400_000, tickUpper: 400_100 }
    expect(
      await failure(
        read('uniswap_compute_liquidity_amounts', { ...pair, ...above, amountABaseUnits: '1000' }),
      ),
    ).toBe('INVALID_RANGE')
    expect(
      await failure(plan('uniswap_add_liquidity', { ...pair, ...budget, tickLower: 0, tickUpper: 5 })),
    ).toBe('INVALID_RANGE')
    expect(await failure(plan('uniswap_add_liquidity', { ...pair, ...budget }))).toBe('INVALID_PARAMS')
  })

  test('behavior: the life of a position', async () => {
    const params = { ...pair, ...budget, rangeTicks: 500 }
    const simulated = await read('uniswap_simulate_add_liquidity', params)
    expect(simulated.success).toBe(true)
    const minted = await write('uniswap_add_liquidity', params)
    expect(ran.get('uniswap_add_liquidity')).toBe(1)
    const { positionId } = minted.data
    expect(minted.data.liquidityDelta).toBe(simulated.liquidity)

    await write('uniswap_increase_liquidity', {
      positionId,
      tokenA: 'USDC',
      tokenB: 'WETH',
      amountABaseUnits: '700000000',
      amountBBaseUnits: budget.amountABaseUnits,
    })
    await tradeAround(4)
    const fees = await read('uniswap_get_position_fees', { positionId })
    expect(BigInt(fees.fees0BaseUnits)).toBeGreaterThan(0n)
    expect(BigInt(fees.fees1BaseUnits)).toBeGreaterThan(0n)
    const MAX = 2n ** 128n - 1n
    const { result } = await world.deps.context.chain.simulateContract({
      address: positionManager,
      abi: positionManagerAbi,
      functionName: 'collect',
      args: [{ tokenId: BigInt(positionId), recipient: account, amount0Max: MAX, amount1Max: MAX }],
      account,
    })
    expect(result.map(String)).toEqual([fees.fees0BaseUnits, fees.fees1BaseUnits])

    await write('uniswap_collect_fees', { positionId })
    expect(await failure(plan('uniswap_collect_fees', { positionId }))).toBe('ZERO_AMOUNT')
    await tradeAround(1)
    await write('uniswap_remove_liquidity', { positionId, shareBps: 3_333 })
    await write('uniswap_remove_liquidity', { positionId, liquidity: '1000000' })
    expect(await failure(plan('uniswap_burn_position', { positionId }))).toBe('POSITION_NOT_EMPTY')
    await tradeAround(1)

    const position = await read('uniswap_get_position', { positionId })
    expect(position).toMatchObject({ owner: account, isInRange: true, token0: USDC, token1: WETH })
    const list = await read('uniswap_list_positions', {})
    expect(list.positions).toHaveLength(1)
    expect(list.positions[0]).toMatchObject(position)
    expect(Number(list.positions[0].valueUsd)).toBeGreaterThan(1_000)

    const closed = await write('uniswap_close_position', { positionId })
    expect(closed.data.liquidityDelta).toBe(`-${position.liquidity}`)
    expect(await failure(plan('uniswap_close_position', { positionId }))).toBe('POSITION_NOT_FOUND')
    const empty = await runReadTool(tools.get('uniswap_list_positions') as ReadTool, {}, deps())
    expect(empty).toEqual({ owner: account, totalOwned: 0, positions: [] })
  })

  test('behavior: positions of one range share what the pool rounds off', async () => {
    const { tick } = await read('uniswap_get_pool_info', pair)
    const tickLower = Math.floor(tick / 10) * 10 - 100
    const range = { ...pair, tickLower, tickUpper: tickLower + 200 }
    const ids: string[] = []
    for (const amountABaseUnits of ['1000000000000007', '33333333333333333', '777777777777777']) {
      const minted = await write('uniswap_add_liquidity', {
        ...range,
        amountABaseUnits,
        amountBBaseUnits: '150000000',
      })
      ids.push(minted.data.positionId)
      await tradeAround(3)
    }
    for (const positionId of ids) {
      await write('uniswap_collect_fees', { positionId })
      await tradeAround(2)
    }
    for (const positionId of ids) await write('uniswap_close_position', { positionId })
  })

  test('behavior: a one-sided position, emptied and burned', async () => {
    const { tick } = await read('uniswap_get_pool_info', { tokenA: 'USDC', tokenB: 'DAI', feeTier: 100 })
    const minted = await write('uniswap_add_liquidity', {
      tokenA: 'USDC',
      tokenB: 'DAI',
      feeTier: 100,
      tickLower: tick + 5,
      tickUpper: tick + 20,
      amountABaseUnits: '0',
      amountBBaseUnits: `1000${'0'.repeat(18)}`,
    })
    const { positionId } = minted.data
    expect(minted.plan.calls).toHaveLength(3)
    await write('uniswap_remove_liquidity', { positionId, shareBps: 10_000 })
    const burned = await write('uniswap_burn_position', { positionId })
    expect(burned.data.positionId).toBe(positionId)
  })

  test('error: codes', async () => {
    const owned = await read('uniswap_list_positions', { owner: lp.address, limit: 3 })
    expect(owned.positions).toHaveLength(3)
    const { positionId } = owned.positions[0]
    const amounts = { tokenA: 'USDC', tokenB: 'WETH', amountABaseUnits: '1', amountBBaseUnits: '1' }
    expect(await failure(plan('uniswap_close_position', { positionId }))).toBe('POSITION_NOT_OWNED')
    expect(await failure(plan('uniswap_increase_liquidity', { positionId, ...amounts }))).toBe(
      'POSITION_NOT_OWNED',
    )
    expect(await failure(read('uniswap_get_position', { positionId: '999999' }))).toBe('POSITION_NOT_FOUND')
  })
})

describe('limits', () => {
  test('behavior: a price move beyond the slippage reverts', async () => {
    const { plan: planned } = await plan('uniswap_execute_swap', {
      tokenIn: 'USDC',
      tokenOut: 'WETH',
      feeTier: 500,
      amountInBaseUnits: '1000000000',
      slippageBps: 10,
    })
    const mover = await planWriteTool(
      tools.get('uniswap_execute_swap') as WriteTool,
      { tokenIn: 'USDC', tokenOut: 'WETH', feeTier: 500, amountInBaseUnits: '3000000000000' },
      deps(whale.address),
    )
    await world.execute(mover as TransactionPlan, whale.address)
    const receipt = await execute(planned)
    expect(receipt.status).toBe('reverted')
  })
})

test('behavior: every tool of the folder ran', () => {
  expect([...tools.keys()].filter((name) => !ran.has(name))).toEqual([])
  if (process.env.ASSAY_SHOW_ROUND_TRIPS) console.log(Object.fromEntries(ran))
})
