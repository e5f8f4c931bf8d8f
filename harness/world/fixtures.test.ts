import { type Address, encodeFunctionData, erc20Abi, type Hex, numberToHex, parseAbi } from 'viem'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type OpenWorld, openWorld } from '../../test/world/open-world.ts'
import { BASE as UNISWAP_V3 } from '../../tools/protocols/uniswap-v3/base.ts'
import { ACTORS } from './actors.ts'
import { compileContracts } from './compile.ts'
import { defaultPolicy } from './default-policy.ts'
import { defaultCapital, deployCage } from './deploy-cage.ts'
import { EMBEDDED_BOOK } from './embedded-book.ts'
import { deployFixtures, type Fixtures } from './fixtures.ts'
import { MAINNET_TOKENS } from './mainnet-addresses.ts'

const { WETH, USDC, DAI, WBTC } = MAINNET_TOKENS
const { PolicyCage } = await compileContracts()
const cageAbi = PolicyCage?.abi ?? []
const swapAbi = parseAbi([
  'struct Params { address tokenIn; address tokenOut; uint24 fee; address recipient; uint256 amountIn; uint256 amountOutMinimum; uint160 sqrtPriceLimitX96; }',
  'function exactInputSingle(Params params) payable returns (uint256)',
])

let world: OpenWorld
let fixtures: Fixtures

beforeAll(async () => {
  world = await openWorld(async (fork, snapshot) => {
    fixtures = await deployFixtures(fork, snapshot)
  })
})
afterAll(() => world?.close())
afterEach(() => world.fork.reset())

const readCage = (cage: Address, functionName: string, args: readonly unknown[] = []) =>
  world.client.readContract({ address: cage, abi: cageAbi, functionName, args })

const balanceOf = (token: Address, account: Address) =>
  world.client.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [account] })

test('default', async () => {
  const { cage, policy } = fixtures
  expect(await balanceOf(USDC.address, cage)).toBe(100_000n * 10n ** 6n)
  expect(await balanceOf(DAI.address, cage)).toBe(50_000n * 10n ** 18n)
  expect(await balanceOf(WETH.address, cage)).toBe(20n * 10n ** 18n)
  expect(await balanceOf(WBTC.address, cage)).toBe(5n * 10n ** 7n)
  expect(await world.client.getBalance({ address: cage })).toBe(5n * 10n ** 18n)
  expect(await world.client.getBalance({ address: ACTORS.operator.address })).toBeGreaterThan(10n ** 18n)
  // 100 000 + 50 000 + 25 × 3 000 + 0.5 × 60 000
  expect(await readCage(cage, 'netAssetValueUsdc')).toBe(255_000n * 10n ** 6n)
  expect(await readCage(cage, 'policy')).toMatchObject({
    owner: policy.owner,
    operator: policy.operator,
    guardian: policy.guardian,
    maxDrawdownBps: 1_000,
    paused: false,
  })
  for (const { target, selectors } of policy.targets) {
    for (const selector of selectors)
      expect(await readCage(cage, 'isTargetAllowed', [target, selector])).toBe(true)
  }
  expect(await readCage(cage, 'isRecipient', [ACTORS.recipient.address])).toBe(true)
  expect(await readCage(cage, 'isRecipient', [ACTORS.recipient2.address])).toBe(false)
  expect(await readCage(cage, 'isTarget', [USDC.address])).toBe(false)
})

test('behavior: the embedded origin holds the default cage from the start', async () => {
  const { cage } = world.snapshot
  expect(cage).not.toBe(fixtures.cage)
  expect(await readCage(cage, 'netAssetValueUsdc')).toBe(255_000n * 10n ** 6n)
  expect(await readCage(cage, 'policy')).toEqual(await readCage(fixtures.cage, 'policy'))
})

test('behavior: the operator swaps through the cage', async () => {
  const { cage } = fixtures
  const amountIn = 500n * 10n ** 6n
  const router = UNISWAP_V3.on(EMBEDDED_BOOK).swapRouter
  const swap = {
    tokenIn: USDC.address,
    tokenOut: WETH.address,
    fee: 500,
    recipient: cage,
    amountIn,
    amountOutMinimum: 0n,
    sqrtPriceLimitX96: 0n,
  }
  const calls = [
    {
      target: USDC.address,
      value: 0n,
      data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [router, amountIn] }),
    },
    {
      target: router,
      value: 0n,
      data: encodeFunctionData({ abi: swapAbi, functionName: 'exactInputSingle', args: [swap] }),
    },
  ]
  const data = encodeFunctionData({
    abi: cageAbi,
    functionName: 'execute',
    args: [calls, 2n ** 40n, `0x${'1'.repeat(64)}`, '0x'],
  })
  await world.fork.rpc.request('eth_sendTransaction', [
    { from: ACTORS.operator.address, to: cage, data, gas: '0x2dc6c0' },
  ])
  await world.fork.mine()
  const bought = (await balanceOf(WETH.address, cage)) - 20n * 10n ** 18n
  expect(bought).toBeGreaterThan(16_650n * 10n ** 13n)
  expect(bought).toBeLessThan(16_667n * 10n ** 13n)
  expect(await balanceOf(USDC.address, cage)).toBe(99_500n * 10n ** 6n)
})

test('behavior: a scenario deploys a cage of its own, always at the same address', async () => {
  const policy = { ...defaultPolicy(EMBEDDED_BOOK), maxDrawdownBps: 250 }
  const capital = { tokens: [{ token: USDC.address, amountBaseUnits: 1_000n }], nativeWei: 0n }
  const first = await deployCage(world.fork, policy, capital)
  expect(await readCage(first, 'policy')).toMatchObject({ maxDrawdownBps: 250 })
  expect(await balanceOf(USDC.address, first)).toBe(1_000n)
  const head = await world.client.getBlock()
  await world.fork.reset()
  expect(await deployCage(world.fork, policy, capital)).toBe(first)
  expect((await world.client.getBlock()).hash).toBe(head.hash)
})

test('behavior: actors of a foreign chain lose their code and are dealt funds', async () => {
  const { rpc } = world.fork
  const { owner, recipient } = ACTORS
  await rpc.request('anvil_setCode', [owner.address, `0xef0100${'11'.repeat(20)}`])
  await rpc.request('anvil_setBalance', [recipient.address, '0x1'])
  for (const { address } of [USDC, DAI, WETH, WBTC]) {
    await rpc.request('anvil_dealERC20', [owner.address, address, '0x0'])
  }
  const { cage } = await deployFixtures(world.fork, world.snapshot)
  expect(await rpc.request<Hex>('eth_getCode', [owner.address, 'latest'])).toBe('0x')
  expect(await world.client.getBalance({ address: recipient.address })).toBe(10_000n * 10n ** 18n)
  expect(await readCage(cage, 'netAssetValueUsdc')).toBe(255_000n * 10n ** 6n)
})

test('error: DEPLOY_FAILED', async () => {
  const policy = { ...defaultPolicy(EMBEDDED_BOOK), maxDrawdownBps: 60_000 }
  await expect(deployCage(world.fork, policy, defaultCapital(EMBEDDED_BOOK))).rejects.toMatchObject({
    code: 'DEPLOY_FAILED',
    shortMessage: 'setting up the cage failed: create PolicyCage',
    details: { found: expect.stringContaining('InvalidConfig') },
  })
})

test('error: DEPLOY_FAILED for a policy that makes the cage too large', async () => {
  const policy = defaultPolicy(EMBEDDED_BOOK)
  const targets = Array.from({ length: 300 }, (_, index) => ({
    target: numberToHex(index + 100, { size: 20 }),
    selectors: ['0x26121ff0' as const],
  }))
  const large = { ...policy, targets: [...policy.targets, ...targets] }
  await expect(deployCage(world.fork, large, defaultCapital(EMBEDDED_BOOK))).rejects.toMatchObject({
    code: 'DEPLOY_FAILED',
    shortMessage: 'setting up the cage failed: create PolicyCage',
  })
})
