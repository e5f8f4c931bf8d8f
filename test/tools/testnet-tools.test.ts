import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Abi,
  type Address,
  encodeDeployData,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  isAddressEqual,
  maxUint256,
  numberToHex,
  parseAbi,
} from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadArtifact } from '../../harness/chain/artifacts.ts'
import { ACTORS } from '../../harness/world/actors.ts'
import { EMBEDDED_BOOK } from '../../harness/world/embedded-book.ts'
import { NATIVE_TOKEN } from '../../tools/core/address-book.ts'
import type { LocalPlan } from '../../tools/core/plan.ts'
import { planWriteTool, runReadTool } from '../../tools/core/runner.ts'
import { findSchemaProblems } from '../../tools/core/schema.ts'
import type { ToolDef } from '../../tools/core/tool-def.ts'
import { type ChainControl, createChainControl } from '../../tools/devtools/chain-control.ts'
import { TOOL_DEF as GET_PRICE } from '../../tools/protocols/chainlink/data-get-token-price.ts'
import { swapRouterAbi } from '../../tools/protocols/uniswap-v3/abi.ts'
import { BASE as UNISWAP_V3 } from '../../tools/protocols/uniswap-v3/base.ts'
import { computePoolAddress } from '../../tools/protocols/uniswap-v3/pool-address.ts'
import { startBasicFork } from './basic-fork.ts'

const { whale, recipient } = ACTORS
const v3 = UNISWAP_V3.on(EMBEDDED_BOOK)
const MOCK = '@uniswap/v4-core/out/mocks/MockERC20.sol/MockERC20.json'
const mintAbi = parseAbi(['function mint(address to, uint256 amount)'])
const feedAbi = parseAbi(['function setAnswer(int256 answer, uint256 updatedAt)'])
const poolAbi = parseAbi([
  'function slot0() view returns (uint160 sqrtPriceX96, int24 tick, uint16, uint16, uint16, uint8, bool)',
  'function liquidity() view returns (uint128)',
])
const managerAbi = parseAbi([
  'struct MintParams { address token0; address token1; uint24 fee; int24 tickLower; int24 tickUpper; uint256 amount0Desired; uint256 amount1Desired; uint256 amount0Min; uint256 amount1Min; address recipient; uint256 deadline; }',
  'function createAndInitializePoolIfNecessary(address token0, address token1, uint24 fee, uint160 sqrtPriceX96) payable returns (address pool)',
  'function mint(MintParams params) payable returns (uint256 tokenId, uint128 liquidity, uint256 amount0, uint256 amount1)',
])

let world: Awaited<ReturnType<typeof startBasicFork>>
let control: ChainControl
const tools = new Map<string, ToolDef>()
const ran = new Set<string>()

beforeAll(async () => {
  world = await startBasicFork()
  control = createControl(world)
  const root = join(import.meta.dirname, '../../tools/devtools')
  for (const file of readdirSync(root).filter((name) => name.startsWith('testnet-'))) {
    const { TOOL_DEF } = (await import(join(root, file))) as { TOOL_DEF: ToolDef }
    tools.set(TOOL_DEF.name, TOOL_DEF)
  }
})
afterAll(async () => {
  await world?.stop()
})

// biome-ignore lint/suspicious/noExplicitAny: results are checked member by member
async function run(name: string, params: object = {}): Promise<any> {
  const tool = tools.get(name) as ToolDef
  if (tool.capability === 'read') {
    ran.add(name)
    return runReadTool(tool, params, world.deps)
  }
  if (tool.capability !== 'control') throw new Error(`${name} is no control tool`)
  const plan = (await planWriteTool(tool, params, world.deps)) as LocalPlan
  expect(plan).toMatchObject({ kind: 'local', port: 'chain-control' })
  const data = await control.execute(plan.operation, JSON.parse(JSON.stringify(plan.params)))
  expect(findSchemaProblems(tool.output, data)).toEqual([])
  ran.add(name)
  return data
}

const code = (promise: Promise<unknown>) =>
  promise.then(
    () => 'none',
    (error) => error.code,
  )

test('time, blocks and snapshots', async () => {
  const before = await run('testnet_get_status')
  expect(before.contracts.every((contract: { isDeployed: boolean }) => contract.isDeployed)).toBe(true)
  const { snapshotId } = await run('testnet_take_snapshot')
  const travelled = await run('testnet_time_travel', { seconds: 3_600 })
  expect(travelled.timestampSeconds).toBe(before.timestampSeconds + 3_600)
  const mined = await run('testnet_mine_blocks', { count: 3 })
  expect(mined.timestampSeconds).toBe(travelled.timestampSeconds + 36)
  const reverted = await run('testnet_revert_snapshot', { snapshotId })
  expect(reverted.blockNumber).toBe(before.blockNumber)
})

test('accounts and fees', async () => {
  for (const token of ['ETH', 'USDC', 'WETH']) {
    const params = { token, account: recipient.address, amountBaseUnits: '1000000' }
    const first = await run('testnet_fund_account', params)
    const second = await run('testnet_fund_account', params)
    expect(BigInt(second.balanceBaseUnits) - BigInt(first.balanceBaseUnits)).toBe(1_000_000n)
  }
  await run('testnet_impersonate_account', { account: whale.address, enabled: true })
  await run('testnet_set_base_fee', { baseFeeWei: '7000000000' })
  await run('testnet_mine_blocks', { count: 1 })
  expect((await run('testnet_get_status')).baseFeeWei).toBe('7000000000')
  await run('testnet_set_base_fee', { baseFeeWei: '0' })
  await run('testnet_mine_blocks', { count: 1 })
})

test('prices of feeds', async () => {
  await run('testnet_set_oracle_price', { token: 'WETH', priceUsd: '1234.5', ageSeconds: 100_000 })
  expect(await runReadTool(GET_PRICE as never, { token: 'ETH' }, world.deps)).toMatchObject({
    priceUsd: '1234.5',
    isStale: true,
  })
  await run('testnet_set_oracle_price', { token: 'WETH', priceUsd: '-1' })
  expect(await code(runReadTool(GET_PRICE as never, { token: 'ETH' }, world.deps))).toBe('NO_PRICE')
  expect(await code(run('testnet_set_oracle_price', { token: 'NOPRICE', priceUsd: '1' }))).toBe('NO_PRICE')
})

test('tokens and pools', async () => {
  const { token } = await run('testnet_deploy_mock_token', { name: 'Mock', symbol: 'MCK', decimals: 9 })
  const pool = await run('testnet_deploy_mock_pool', {
    tokenA: token,
    tokenB: 'USDC',
    feeTier: 3_000,
    price: '2.5',
    amountABaseUnits: '1000000000000',
  })
  expect(BigInt(pool.liquidity)).toBeGreaterThan(0n)
  const move = { tokenA: token, tokenB: 'USDC', feeTier: 3_000 }
  for (const price of ['4', '1.25']) {
    const moved = await run('testnet_move_pool_price', { ...move, price })
    const sqrt = Number(moved.sqrtPriceX96) / 2 ** 96
    const isToken0 =
      BigInt(token) < BigInt(EMBEDDED_BOOK.tokens.find((t) => t.symbol === 'USDC')?.address ?? 0)
    const perUnit = isToken0 ? sqrt ** 2 * 10 ** 3 : 10 ** 3 / sqrt ** 2
    expect(perUnit).toBeCloseTo(Number(price), 6)
  }
  expect(await code(run('testnet_move_pool_price', { ...move, feeTier: 500, price: '1' }))).toBe(
    'POOL_NOT_FOUND',
  )
  expect(await code(run('testnet_move_pool_price', { ...move, price: '0' }))).toBe('INVALID_PARAMS')
})

test('every tool of the test net ran, with a fitting prompt snippet', async () => {
  expect([...tools.keys()].filter((name) => !ran.has(name))).toEqual([])
  for (const tool of tools.values()) {
    const words = tool.promptSnippet.split(/\s+/).length
    expect(words >= 15 && words <= 40, `${tool.name} has ${words} words`).toBe(true)
  }
  expect(await code(control.execute('toString', {}))).toBe('CONTROL_NOT_AVAILABLE')
})

/** The port as the fork's own methods carry it out. */
function createControl({ fork, send, deps }: typeof world): ChainControl {
  const { chain } = deps.context
  const call = async (
    from: Address,
    to: Address,
    abi: Abi,
    functionName: string,
    args: readonly unknown[],
  ) => {
    const receipt = await send({ from, to, data: encodeFunctionData({ abi, functionName, args }) })
    expect(receipt.status, functionName).toBe('success')
  }
  const readHead = async () => {
    const { number, timestamp } = await chain.getBlock()
    return { blockNumber: number.toString(), timestampSeconds: Number(timestamp) }
  }
  const giveAll = async (tokens: readonly Address[], spender: Address) => {
    for (const token of tokens) {
      if (!isAddressEqual(token, EMBEDDED_BOOK.wrappedNative as Address)) {
        await call(whale.address, token, mintAbi, 'mint', [whale.address, 10n ** 30n])
      }
      await call(whale.address, token, erc20Abi as Abi, 'approve', [spender, maxUint256])
    }
  }
  return createChainControl({
    async timeTravel({ seconds }) {
      await fork.mine(fork.headTimestampSeconds() + BigInt(seconds))
      return readHead()
    },
    async mineBlocks({ count, intervalSeconds }) {
      for (let i = 0; i < count; i += 1)
        await fork.mine(fork.headTimestampSeconds() + BigInt(intervalSeconds))
      return readHead()
    },
    async fundAccount({ account, token, amountBaseUnits }) {
      const amount = BigInt(amountBaseUnits)
      if (token === NATIVE_TOKEN) {
        const balance = (await chain.getBalance({ address: account })) + amount
        await fork.rpc.request('anvil_setBalance', [account, numberToHex(balance)])
        return { account, token, balanceBaseUnits: balance.toString() }
      }
      if (isAddressEqual(token, EMBEDDED_BOOK.wrappedNative as Address)) {
        await call(whale.address, token, erc20Abi as Abi, 'transfer', [account, amount])
      } else await call(whale.address, token, mintAbi, 'mint', [account, amount])
      const balance = await chain.readContract({
        address: token,
        abi: erc20Abi,
        functionName: 'balanceOf',
        args: [account],
      })
      return { account, token, balanceBaseUnits: balance.toString() }
    },
    async impersonateAccount({ account, enabled }) {
      const method = enabled ? 'anvil_impersonateAccount' : 'anvil_stopImpersonatingAccount'
      await fork.rpc.request(method, [account])
      return { done: true }
    },
    takeSnapshot: async () => ({ snapshotId: await fork.rpc.request<Hex>('evm_snapshot') }),
    async revertSnapshot({ snapshotId }) {
      expect(await fork.rpc.request('evm_revert', [snapshotId])).toBe(true)
      return readHead()
    },
    async setBaseFee({ baseFeeWei }) {
      fork.setBaseFeeWei(BigInt(baseFeeWei))
      return { done: true }
    },
    async setOraclePrice({ feed, answer, ageSeconds }) {
      const updatedAtSeconds = Number(fork.headTimestampSeconds()) - ageSeconds
      await call(whale.address, feed, feedAbi, 'setAnswer', [BigInt(answer), BigInt(updatedAtSeconds)])
      return { feed, answer, updatedAtSeconds }
    },
    async movePoolPrice({ pool, token0, token1, feeTier, targetSqrtPriceX96 }) {
      const readSlot = () => chain.readContract({ address: pool, abi: poolAbi, functionName: 'slot0' })
      const target = BigInt(targetSqrtPriceX96)
      const [current] = await readSlot()
      const [tokenIn, tokenOut] = target < current ? [token0, token1] : [token1, token0]
      await giveAll([tokenIn], v3.swapRouter)
      const params = {
        tokenIn,
        tokenOut,
        fee: feeTier,
        recipient: whale.address,
        amountIn: 10n ** 29n,
        amountOutMinimum: 0n,
        sqrtPriceLimitX96: target,
      }
      await call(whale.address, v3.swapRouter, swapRouterAbi as Abi, 'exactInputSingle', [params])
      const [sqrtPriceX96, tick] = await readSlot()
      return { pool, sqrtPriceX96: sqrtPriceX96.toString(), tick }
    },
    async deployMockToken({ name, symbol, decimals }) {
      const { abi, bytecode } = loadArtifact(MOCK)
      const data = encodeDeployData({ abi, bytecode, args: [name, symbol, decimals] })
      const { contractAddress } = await send({ from: whale.address, data })
      return { token: contractAddress as Address }
    },
    async deployMockPool({ token0, token1, feeTier, sqrtPriceX96, amount0BaseUnits, amount1BaseUnits }) {
      await giveAll([token0, token1], v3.positionManager)
      const create = [token0, token1, feeTier, BigInt(sqrtPriceX96)]
      await call(whale.address, v3.positionManager, managerAbi, 'createAndInitializePoolIfNecessary', create)
      const mint = {
        token0,
        token1,
        fee: feeTier,
        tickLower: -887_220,
        tickUpper: 887_220,
        amount0Desired: BigInt(amount0BaseUnits),
        amount1Desired: BigInt(amount1BaseUnits),
        amount0Min: 0n,
        amount1Min: 0n,
        recipient: whale.address,
        deadline: maxUint256,
      }
      await call(whale.address, v3.positionManager, managerAbi, 'mint', [mint])
      const pool = computePoolAddress(v3.factory, token0, token1, feeTier)
      const liquidity = await chain.readContract({ address: pool, abi: poolAbi, functionName: 'liquidity' })
      return { pool, liquidity: liquidity.toString() }
    },
  })
}
