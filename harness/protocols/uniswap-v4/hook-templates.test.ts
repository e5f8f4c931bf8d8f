import { readFileSync } from 'node:fs'
import {
  type Abi,
  type Address,
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  keccak256,
  numberToHex,
  parseAbi,
  parseEventLogs,
  type TransactionReceipt,
  zeroHash,
} from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type OpenWorld, openWorld } from '../../../test/world/open-world.ts'
import { findToken } from '../../../tools/core/tokens.ts'
import { BASE } from '../../../tools/protocols/uniswap-v4/base.ts'
import { COMPILED_HOOKS, COMPILER } from '../../../tools/protocols/uniswap-v4/generated/hook-templates.ts'
import {
  bitsOf,
  findMissing,
  HOOK_DEPLOYER,
  PERMISSIONS,
  permissionsOf,
  toBits,
  toHookAddress,
} from '../../../tools/protocols/uniswap-v4/hook.ts'
import {
  findTemplate,
  HOOK_TEMPLATES,
  listParameters,
  TEMPLATE_NAMES,
  type TemplateName,
} from '../../../tools/protocols/uniswap-v4/hook-templates.ts'
import { compileUnit, OWN_SETTINGS } from '../../chain/solc.ts'
import { ACTORS } from '../../world/actors.ts'
import { toSqrtPriceX96 } from '../sqrt-price.ts'
import { ACTION, routerAbi, saleOf, unlock } from './contracts.ts'
import { loadCore } from './open-pool.ts'
import { NEXT_POSITION } from './pools.ts'

const FOLDER = 'tools/protocols/uniswap-v4/templates'
const DYNAMIC_FEE = 0x800000
const LIQUIDITY = 10n ** 15n
const PAID = 100_000_000n
const ALLOWED = parseAbi(['function setAllowed(address caller, bool allowed)'])
interface Sent {
  readonly from: Address
  readonly to: Address
  readonly data: Hex
}

const [lp, trader, owner] = [ACTORS.lp.address, ACTORS.trader.address, ACTORS.owner.address]

/** What constructors are given beside the pool manager. */
const VALUES: readonly [TemplateName, readonly unknown[]][] = [
  ['allow-list', [owner, []]],
  ['swap-counter', []],
  ['top-of-block-fee', [3_000, 500]],
]

describe.each(TEMPLATE_NAMES)('%s', (name) => {
  const { contract, permissions, parameters } = HOOK_TEMPLATES[name]
  const { source, abi, bytecode, deployedBytecode } = COMPILED_HOOKS[contract]

  test('behavior: its code is what the compiler makes of its source', () => {
    const path = `${FOLDER}/${contract}.sol`
    const compiled = compileUnit({ entries: [path] })[contract]
    expect({ source, abi, bytecode, deployedBytecode }).toEqual({
      source: readFileSync(path, 'utf8'),
      abi: compiled?.abi,
      bytecode: compiled?.bytecode,
      deployedBytecode: compiled?.deployedBytecode,
    })
    expect(COMPILER).toMatchObject(OWN_SETTINGS)
    expect(source).not.toMatch(/^import/m)
  })

  test('behavior: its permissions are its callbacks, and are told of each parameter', () => {
    const functions = abi.flatMap((entry) => (entry.type === 'function' ? [entry.name as string] : []))
    expect(PERMISSIONS.filter((permission) => functions.includes(permission))).toEqual(permissions)
    expect(findMissing(permissions)).toBeUndefined()
    expect(listParameters({ contract }).map((parameter) => parameter.name)).toEqual(Object.keys(parameters))
    expect(listParameters({ contract })[0]).toMatchObject({ name: 'poolManager_', type: 'address' })
  })
})

describe('on a fork', () => {
  let world: OpenWorld
  let snapshot: Hex | undefined

  beforeAll(async () => {
    world = await openWorld()
  })
  afterAll(async () => {
    await world?.close()
  })
  beforeEach(async () => {
    if (snapshot) await world.fork.rpc.request('evm_revert', [snapshot])
    snapshot = await world.fork.rpc.request<Hex>('evm_snapshot', [])
    await world.fork.rpc.request('anvil_setNextBlockBaseFeePerGas', ['0x0'])
  })

  /** Send calls in one block. */
  async function send(...calls: readonly Sent[]): Promise<TransactionReceipt[]> {
    const hashes: Hex[] = []
    for (const { from, to, data } of calls) {
      const request = { from, to, data, gas: numberToHex(4_000_000), gasPrice: '0x0' }
      hashes.push(await world.fork.rpc.request<Hex>('eth_sendTransaction', [request]))
    }
    await world.fork.mine()
    return Promise.all(hashes.map((hash) => world.client.getTransactionReceipt({ hash })))
  }

  const addresses = () => BASE.on(world.snapshot.book)
  const router = () => world.snapshot.book.protocols['universal-router']?.router as Address

  const initCodeOf = (name: TemplateName, values: readonly unknown[]): Hex => {
    const { contract } = HOOK_TEMPLATES[name]
    const encoded = encodeAbiParameters(listParameters({ contract }), [addresses().poolManager, ...values])
    return concat([COMPILED_HOOKS[contract].bytecode, encoded])
  }

  /** Deploy a template at the first address that has its permissions. */
  async function deploy(name: TemplateName, values: readonly unknown[] = []): Promise<Address> {
    const initCode = initCodeOf(name, values)
    const [hash, wanted] = [keccak256(initCode), toBits(HOOK_TEMPLATES[name].permissions)]
    for (let tried = 0; ; tried += 1) {
      const salt = numberToHex(tried, { size: 32 })
      const hook = toHookAddress(HOOK_DEPLOYER, salt, hash)
      if (bitsOf(hook) !== wanted) continue
      const [receipt] = await send({ from: trader, to: HOOK_DEPLOYER, data: concat([salt, initCode]) })
      expect(receipt?.status).toBe('success')
      expect(permissionsOf(hook)).toEqual(HOOK_TEMPLATES[name].permissions)
      return hook
    }
  }

  const keyOf = (hooks: Address, fee = 3_000) => {
    const [currency0, currency1] = ['USDC', 'WETH'].map(
      (symbol) => findToken(world.snapshot.book, symbol)?.address as Address,
    ) as [Address, Address]
    return { currency0, currency1, fee, tickSpacing: 60, hooks }
  }
  type Key = ReturnType<typeof keyOf>

  const initialize = (key: Key) => ({
    from: lp,
    to: addresses().poolManager,
    data: encodeFunctionData({
      abi: loadCore('PoolManager').abi,
      functionName: 'initialize',
      args: [key, toSqrtPriceX96(10n ** 18n, 3_000_000_000n)],
    }),
  })
  const provide = (key: Key) => ({
    from: lp,
    ...unlock(addresses().positionManager, [
      ACTION.mint(key, [180_000, 210_000], [LIQUIDITY, 2n ** 127n], lp),
      ACTION.settlePair(key),
    ]),
  })
  const withdraw = (key: Key) => ({
    from: lp,
    ...unlock(addresses().positionManager, [
      ACTION.decrease(BigInt(NEXT_POSITION), LIQUIDITY),
      ACTION.takePair(key, lp),
    ]),
  })
  const swap = (key: Key) => ({
    from: trader,
    to: router(),
    data: encodeFunctionData({ abi: routerAbi, functionName: 'execute', args: saleOf(key, true, PAID) }),
  })

  const swapsIn = (receipts: readonly TransactionReceipt[]) =>
    receipts.map(({ logs }) => {
      const [found] = parseEventLogs({ abi: loadCore('PoolManager').abi, eventName: 'Swap', logs })
      return (found as { readonly args?: Readonly<Record<string, unknown>> } | undefined)?.args
    })
  const statusOf = (receipts: readonly TransactionReceipt[]) => receipts.map(({ status }) => status)

  const read = (name: TemplateName, hook: Address, functionName: string, args: readonly unknown[] = []) =>
    world.client.readContract({
      address: hook,
      abi: COMPILED_HOOKS[HOOK_TEMPLATES[name].contract].abi as Abi,
      functionName,
      args,
    })

  test.each(VALUES)('behavior: %s is refused at an address with other permissions', async (name, values) => {
    const initCode = initCodeOf(name, values)
    expect(bitsOf(toHookAddress(HOOK_DEPLOYER, zeroHash, keccak256(initCode)))).not.toBe(
      toBits(HOOK_TEMPLATES[name].permissions),
    )
    const receipts = await send({ from: trader, to: HOOK_DEPLOYER, data: concat([zeroHash, initCode]) })
    expect(statusOf(receipts)).toEqual(['reverted'])
  })

  test.each(
    VALUES,
  )('behavior: %s is known by its code, whatever its constructor was given', async (name, values) => {
    const code = (await world.client.getCode({ address: await deploy(name, values) })) as Hex
    expect(findTemplate(code)).toBe(name)
    expect(findTemplate(`${code}00`)).toBeUndefined()
    expect(findTemplate(`${code.slice(0, -2)}ff` as Hex)).toBeUndefined()
    expect(findTemplate(`0x61${code.slice(4)}`)).toBeUndefined()
  })

  test('behavior: swaps are counted, with what they moved of the first currency', async () => {
    const hook = await deploy('swap-counter')
    const key = keyOf(hook)
    expect(statusOf(await send(initialize(key), provide(key)))).toEqual(['success', 'success'])
    const swaps = swapsIn(await send(swap(key), swap(key)))
    expect(swaps.map((found) => found?.amount0)).toEqual([-PAID, -PAID])
    expect(await read('swap-counter', hook, 'counts', [swaps[0]?.id])).toEqual([2n, 2n * PAID])
  })

  test('behavior: the first swap in a block pays one fee, those after it another', async () => {
    const hook = await deploy('top-of-block-fee', [10_000, 500])
    expect(statusOf(await send(initialize(keyOf(hook))))).toEqual(['reverted'])
    const key = keyOf(hook, DYNAMIC_FEE)
    expect(statusOf(await send(initialize(key), provide(key)))).toEqual(['success', 'success'])
    const feesOf = async (...calls: readonly Sent[]) =>
      swapsIn(await send(...calls)).map((found) => found?.fee)
    expect(await feesOf(swap(key), swap(key), swap(key))).toEqual([10_000, 500, 500])
    expect(await feesOf(swap(key))).toEqual([10_000])
  })

  test('behavior: only listed callers trade and provide, and nobody is kept from leaving', async () => {
    const { positionManager } = addresses()
    const hook = await deploy('allow-list', [owner, [positionManager]])
    const key = keyOf(hook)
    expect(statusOf(await send(initialize(key), provide(key)))).toEqual(['success', 'success'])
    expect(statusOf(await send(swap(key)))).toEqual(['reverted'])
    const allow = (from: Address, caller: Address, isAllowed: boolean) => ({
      from,
      to: hook,
      data: encodeFunctionData({ abi: ALLOWED, args: [caller, isAllowed] }),
    })
    expect(statusOf(await send(allow(trader, router(), true), swap(key)))).toEqual(['reverted', 'reverted'])
    expect(statusOf(await send(allow(owner, router(), true), swap(key)))).toEqual(['success', 'success'])
    expect(statusOf(await send(allow(owner, positionManager, false), provide(key), withdraw(key)))).toEqual([
      'success',
      'reverted',
      'success',
    ])
  })

  test('behavior: nobody but the pool manager calls back', async () => {
    const hook = await deploy('swap-counter')
    const key = keyOf(hook)
    const params = { zeroForOne: true, amountSpecified: -1n, sqrtPriceLimitX96: 0n }
    const data = encodeFunctionData({
      abi: COMPILED_HOOKS.SwapCounterHook.abi,
      functionName: 'afterSwap',
      args: [trader, key, params, 5n << 128n, '0x'],
    })
    expect(statusOf(await send({ from: trader, to: hook, data }))).toEqual(['reverted'])
  })
})
