import {
  type Address,
  encodeAbiParameters,
  encodeDeployData,
  encodeFunctionData,
  erc20Abi,
  getContractAddress,
  type Hex,
  hashTypedData,
  numberToHex,
  parseAbi,
  parseAbiParameters,
} from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type OpenWorld, openWorld } from '../../../test/world/open-world.ts'
import { createChainReader } from '../../../tools/core/chain-reader.ts'
import type { ToolContext } from '../../../tools/core/context.ts'
import { policyCageAbi } from '../../../tools/core/generated/policy-cage-abi.ts'
import { findToken } from '../../../tools/core/tokens.ts'
import { permit2Abi } from '../../../tools/protocols/permit2/abi.ts'
import { BASE } from '../../../tools/protocols/permit2/base.ts'
import { buildPermitSingle } from '../../../tools/protocols/permit2/permit-single.ts'
import { ACTORS } from '../../world/actors.ts'
import { addressOfCode } from '../../world/cage-code.ts'
import { defaultPolicy } from '../../world/default-policy.ts'
import { defaultCapital, deployCage } from '../../world/deploy-cage.ts'
import { loadPublished } from '../load-uniswapx.ts'

// Sources of the message and of its types: ExclusiveDutchOrderLib.sol of https://github.com/Uniswap/UniswapX.
const ORDER = parseAbiParameters([
  'ExclusiveDutchOrder order',
  'struct OrderInfo { address reactor; address swapper; uint256 nonce; uint256 deadline; address additionalValidationContract; bytes additionalValidationData; }',
  'struct DutchInput { address token; uint256 startAmount; uint256 endAmount; }',
  'struct DutchOutput { address token; uint256 startAmount; uint256 endAmount; address recipient; }',
  'struct ExclusiveDutchOrder { OrderInfo info; uint256 decayStartTime; uint256 decayEndTime; address exclusiveFiller; uint256 exclusivityOverrideBps; DutchInput input; DutchOutput[] outputs; }',
])
const PERMIT_SINGLE = parseAbiParameters([
  'PermitSingle permit',
  'struct PermitDetails { address token; uint160 amount; uint48 expiration; uint48 nonce; }',
  'struct PermitSingle { PermitDetails details; address spender; uint256 sigDeadline; }',
])
const reactorAbi = parseAbi(['function execute((bytes order, bytes sig) order) payable'])
const NOBODY = `0x${'0'.repeat(40)}` as const
const GIVEN = 1_000_000_000n

let world: OpenWorld
let cage: Address
let reactor: Address
let schemes: { readonly order: Address; readonly permit: Address }
let snapshot: Hex
let used = 0

/** Send from an account; answers whether it succeeded. */
async function send(from: Address, to: Address | undefined, data: Hex): Promise<boolean> {
  const { rpc } = world.fork
  const request = { from, to, data, gas: numberToHex(8_000_000), gasPrice: '0x0' }
  const hash = await rpc.request<Hex>('eth_sendTransaction', [request])
  await world.fork.mine()
  const receipt = await world.client.getTransactionReceipt({ hash })
  return receipt.status === 'success'
}

const onCage = (functionName: string, args: readonly unknown[] = []) =>
  encodeFunctionData({ abi: policyCageAbi, functionName, args } as never)

/** Run an action of the cage's operator. */
function execute(...calls: readonly { readonly target: Address; readonly data: Hex }[]): Promise<boolean> {
  used += 1
  const list = calls.map((call) => ({ ...call, value: 0n }))
  const data = onCage('execute', [list, 2n ** 40n, numberToHex(used, { size: 32 }), '0x'])
  return send(ACTORS.operator.address, cage, data)
}

const token = (symbol: string) => findToken(world.snapshot.book, symbol)?.address as Address
const approval = (of: Address, spender: Address, amount: bigint) => ({
  target: of,
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] }),
})
const balanceOf = (of: Address, account: Address) =>
  world.client.readContract({ address: of, abi: erc20Abi, functionName: 'balanceOf', args: [account] })

beforeAll(async () => {
  world = await openWorld()
  const { book } = world.snapshot
  const { permit2 } = BASE.on(book)
  await world.fork.rpc.request('anvil_setNextBlockBaseFeePerGas', ['0x0'])
  const { abi, bytecode } = loadPublished('ExclusiveDutchOrderReactor')
  const owner = ACTORS.owner.address
  const nonce = await world.client.getTransactionCount({ address: owner })
  expect(await send(owner, undefined, encodeDeployData({ abi, bytecode, args: [permit2, owner] }))).toBe(true)
  reactor = getContractAddress({ from: owner, nonce: BigInt(nonce) })
  const policy = defaultPolicy(book)
  const order = { protocol: 'permit2', contract: 'ExclusiveDutchScheme', args: [permit2, reactor] }
  const permit = { protocol: 'permit2', contract: 'PermitSingleScheme', args: [permit2] }
  schemes = { order: addressOfCode(order), permit: addressOfCode(permit) }
  // The tools know it by where it lies on every chain.
  expect(BASE.on(book).permitSingleScheme).toBe(schemes.permit)
  cage = await deployCage(
    world.fork,
    {
      ...policy,
      targets: [...policy.targets, { target: reactor, selectors: ['0x6999b377'] }],
      schemes: [order, permit],
    },
    defaultCapital(book),
  )
})
afterAll(async () => {
  await world?.close()
})
beforeEach(async () => {
  if (snapshot) await world.fork.rpc.request('evm_revert', [snapshot])
  snapshot = await world.fork.rpc.request<Hex>('evm_snapshot', [])
  await world.fork.rpc.request('anvil_setNextBlockBaseFeePerGas', ['0x0'])
})

/** An order of the cage's: USDC for WETH at 0.5 % below the pools' start price, for an hour. */
async function writeOrder(changes: { readonly recipient?: Address; readonly swapper?: Address } = {}) {
  const { timestamp } = await world.client.getBlock()
  const deadline = timestamp + 3_600n
  const { recipient = cage, swapper = cage } = changes
  const [weth, minOut] = [token('WETH'), ((await fairWeth(GIVEN)) * 995n) / 1_000n]
  const order = {
    info: {
      reactor,
      swapper,
      nonce: 77n,
      deadline,
      additionalValidationContract: NOBODY,
      additionalValidationData: '0x',
    },
    decayStartTime: timestamp,
    decayEndTime: deadline,
    exclusiveFiller: NOBODY,
    exclusivityOverrideBps: 0n,
    input: { token: token('USDC'), startAmount: GIVEN, endAmount: GIVEN },
    outputs: [{ token: weth, startAmount: minOut, endAmount: minOut, recipient }],
  } as const
  return { order, minOut, bytes: encodeAbiParameters(ORDER, [order]) }
}

/** WETH that an amount of USDC buys at the feeds. */
async function fairWeth(usdc: bigint): Promise<bigint> {
  const feedAbi = parseAbi(['function latestAnswer() view returns (int256)'])
  const feed = findToken(world.snapshot.book, 'WETH')?.feed?.address as Address
  const price = await world.client.readContract({ address: feed, abi: feedAbi, functionName: 'latestAnswer' })
  return (usdc * 10n ** 20n) / price
}

const fill = (bytes: Hex, filler: Address = ACTORS.trader.address) =>
  send(
    filler,
    reactor,
    encodeFunctionData({ abi: reactorAbi, functionName: 'execute', args: [{ order: bytes, sig: '0x' }] }),
  )

const record = (bytes: Hex) =>
  execute(approval(token('USDC'), BASE.on(world.snapshot.book).permit2, GIVEN), {
    target: schemes.order,
    data: bytes,
  })

test('I70: an outsider fills an order that an action recorded, once', async () => {
  const { bytes, minOut } = await writeOrder()
  const { trader } = ACTORS
  const { data } = approval(token('WETH'), reactor, 10n * minOut)
  expect(await send(trader.address, token('WETH'), data)).toBe(true)
  // Nobody signed it yet.
  expect(await fill(bytes)).toBe(false)
  expect(await record(bytes)).toBe(true)
  const before = { usdc: await balanceOf(token('USDC'), cage), weth: await balanceOf(token('WETH'), cage) }
  expect(await fill(bytes)).toBe(true)
  expect(await balanceOf(token('USDC'), cage)).toBe(before.usdc - GIVEN)
  expect(await balanceOf(token('WETH'), cage)).toBe(before.weth + minOut)
  expect(await record(bytes)).toBe(true)
  expect(await fill(bytes)).toBe(false)
})

test('I31: an order whose proceeds go elsewhere, or of another account, is not recorded', async () => {
  const { attacker } = ACTORS
  expect(await record((await writeOrder({ recipient: attacker.address })).bytes)).toBe(false)
  expect(await record((await writeOrder({ swapper: attacker.address })).bytes)).toBe(false)
})

test('I70: a PermitSingle that the tools build is redeemed once it is recorded', async () => {
  const { book } = world.snapshot
  const { permit2 } = BASE.on(book)
  const chain = createChainReader(world.client, book.chainId)
  const spender = reactor
  const built = await buildPermitSingle(
    { token: 'USDC', spender, amountBaseUnits: '4321', ttlSeconds: 600 },
    { chain, book, account: cage, step: () => undefined } as unknown as ToolContext,
  )
  const { details, sigDeadline } = built.message as {
    details: { token: Address; amount: string; expiration: number; nonce: number }
    sigDeadline: string
  }
  const message = {
    details: { ...details, amount: BigInt(details.amount) },
    spender,
    sigDeadline: BigInt(sigDeadline),
  }
  const redeem = () => {
    const args = [cage, message, '0x'] as const
    const data = encodeFunctionData({ abi: permit2Abi, functionName: 'permit', args })
    return send(ACTORS.attacker.address, permit2, data)
  }
  expect(await redeem()).toBe(false)
  const fields = encodeAbiParameters(PERMIT_SINGLE, [message])
  expect(await execute({ target: schemes.permit, data: fields })).toBe(true)
  const digest = hashTypedData(built as never)
  const answer = await world.client.readContract({
    address: cage,
    abi: policyCageAbi,
    functionName: 'isValidSignature',
    args: [digest, '0x'],
  })
  expect(answer).toBe('0x1626ba7e')
  expect(await redeem()).toBe(true)
  const [amount] = await world.client.readContract({
    address: permit2,
    abi: permit2Abi,
    functionName: 'allowance',
    args: [cage, token('USDC'), spender],
  })
  expect(amount).toBe(4321n)
  expect(await redeem()).toBe(false)
})

test('I70: a pause silences a PermitSingle that was recorded', async () => {
  const { book } = world.snapshot
  const { timestamp } = await world.client.getBlock()
  const message = {
    details: { token: token('USDC'), amount: 1n, expiration: Number(timestamp) + 600, nonce: 0 },
    spender: reactor,
    sigDeadline: timestamp + 600n,
  }
  const args = [cage, message, '0x'] as const
  const data = encodeFunctionData({ abi: permit2Abi, functionName: 'permit', args })
  const redeem = () => send(ACTORS.attacker.address, BASE.on(book).permit2, data)
  const fields = encodeAbiParameters(PERMIT_SINGLE, [message])
  expect(await execute({ target: schemes.permit, data: fields })).toBe(true)
  const open = await world.fork.rpc.request<Hex>('evm_snapshot', [])
  expect(await send(ACTORS.guardian.address, cage, onCage('pause'))).toBe(true)
  expect(await redeem()).toBe(false)
  await world.fork.rpc.request('evm_revert', [open])
  expect(await redeem()).toBe(true)
})

test('I70: a pause and the deadline end an order', async () => {
  const { bytes, minOut, order } = await writeOrder()
  const { data } = approval(token('WETH'), reactor, 10n * minOut)
  await send(ACTORS.trader.address, token('WETH'), data)
  expect(await record(bytes)).toBe(true)
  const open = await world.fork.rpc.request<Hex>('evm_snapshot', [])
  expect(await send(ACTORS.guardian.address, cage, onCage('pause'))).toBe(true)
  expect(await fill(bytes)).toBe(false)
  await world.fork.rpc.request('evm_revert', [open])
  await world.fork.setNextTimestamp(order.info.deadline + 1n)
  expect(await fill(bytes)).toBe(false)
})
