import { type Address, encodeFunctionData, erc20Abi, type Hex, parseAbi, zeroAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OpenWorld, openWorld } from '../../../test/world/open-world.ts'
import { deployOwn, sendAs } from '../../../test/world/send-as.ts'
import type { Lot } from '../../../tools/core/position.ts'
import { BASE } from '../../../tools/protocols/uniswap-v2/base.ts'
import { createRoundReader } from '../../chain/read-rounds.ts'
import { ACTORS } from '../../world/actors.ts'
import { MAINNET_TOKENS } from '../../world/mainnet-addresses.ts'
import { FAR, pairAbi, routerAbi } from './contracts.ts'
import { observe } from './observe.ts'

const abi = parseAbi([
  'struct Leg { address token; int256 amount; }',
  'struct Lot { uint256 units; uint256 index; uint40 claimableFrom; Leg[] legs; }',
  'function tokens(bytes32 key) view returns (address[])',
  'function holdings(address account, bytes32 key, uint256[] prices) view returns (bytes32 place, uint256 health, Lot[] lots)',
])
const administration = parseAbi(['function setFeeTo(address)'])
const [WETH, USDT] = [MAINNET_TOKENS.WETH.address, MAINNET_TOKENS.USDT.address]
const { factory, router, wethUsdt } = BASE.addresses[1]
const [trader, whale, deployer] = [ACTORS.trader.address, ACTORS.whale.address, ACTORS.deployer.address]
/** Feeds at their opening: 3 000 and 1 USD for one base unit, with 36 decimals. */
const PRICES = [3_000n * 10n ** 18n, 10n ** 30n] as const

let world: OpenWorld
let reader: Address

beforeAll(async () => {
  world = await openWorld()
  reader = await deployOwn(world, 'uniswap-v2/contracts/UniswapV2Reader.sol', [factory])
})
afterAll(async () => {
  await world?.close()
})

const send = (from: Address, to: Address, data: Hex) => sendAs(world, from, to, data)

const approve = (from: Address, token: Address) =>
  send(
    from,
    token,
    encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [router, 10n ** 30n] }),
  )
const add = (from: Address, weth: bigint, usdt: bigint) => {
  const args = [WETH, USDT, weth, usdt, 0n, 0n, from, FAR] as const
  return send(from, router, encodeFunctionData({ abi: routerAbi, functionName: 'addLiquidity', args }))
}
const trade = (from: Address, path: readonly [Address, Address], amount: bigint) => {
  const args = [amount, 0n, path, from, FAR] as const
  const functionName = 'swapExactTokensForTokens'
  return send(from, router, encodeFunctionData({ abi: routerAbi, functionName, args }))
}

/** What the reader says is what is observed; answers that lot. */
async function agree(account: Address): Promise<Lot> {
  const { client, snapshot } = world
  const { book } = snapshot
  const [observed, ...others] = await createRoundReader(
    client,
    book.multicall as Address,
  )(observe({ book, account }))
  expect(others).toEqual([])
  const { protocol, key, ...position } = observed as NonNullable<typeof observed>
  expect([protocol, BigInt(key)]).toEqual(['uniswap-v2', BigInt(wethUsdt)])
  const own = { address: reader, abi } as const
  expect(await client.readContract({ ...own, functionName: 'tokens', args: [key] })).toEqual([WETH, USDT])
  const args = [account, key, [...PRICES]] as const
  const [place, health, lots] = await client.readContract({ ...own, functionName: 'holdings', args })
  expect({ place, health, lots: lots.map(({ units, index, legs }) => ({ units, index, legs })) }).toEqual(
    position,
  )
  return position.lots[0] as Lot
}

const worthOf = ({ legs }: Lot) =>
  legs.reduce((sum, { amount }, index) => sum + amount * (PRICES[index] ?? 0n), 0n)

test('I33, I64: reader = observe through deposits, trades that bend reserves, gifts and the protocol fee', async () => {
  await approve(trader, WETH)
  await approve(trader, USDT)
  await approve(whale, WETH)
  await approve(whale, USDT)
  await add(trader, 10n ** 19n, 30_000n * 10n ** 6n)
  const added = await agree(trader)
  expect(added.legs[0]?.amount).toBeGreaterThan(9_999n * 10n ** 15n)
  await trade(whale, [WETH, USDT], 3_000n * 10n ** 18n)
  const bent = await agree(trader)
  // Two thirds of all reserves went through it: the fee is all that shows.
  expect(bent.units).toBe(added.units)
  expect(worthOf(bent)).toBeGreaterThan(worthOf(added))
  expect(worthOf(bent) * 1_000n).toBeLessThan(worthOf(added) * 1_002n)
  const donation = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'transfer',
    args: [wethUsdt, 10n ** 21n],
  })
  await send(whale, WETH, donation)
  // What nobody booked is not there, for all that it lies in the pair.
  expect(await agree(trader)).toEqual(bent)
  await send(whale, wethUsdt, encodeFunctionData({ abi: pairAbi, functionName: 'sync' }))
  const given = await agree(trader)
  expect(given.units).toBe(added.units)
  expect(given.index).toBeGreaterThan(bent.index)
  const feeTo = (to: Address) =>
    send(deployer, factory, encodeFunctionData({ abi: administration, functionName: 'setFeeTo', args: [to] }))
  await feeTo(deployer)
  await add(trader, 10n ** 18n, 30_000n * 10n ** 6n)
  await trade(whale, [USDT, WETH], 2_000_000n * 10n ** 6n)
  await agree(trader)
  await feeTo(zeroAddress)
})
