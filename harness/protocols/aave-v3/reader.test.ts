import { type Address, decodeFunctionResult, encodeFunctionData, type Hex, parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OpenWorld, openWorld } from '../../../test/world/open-world.ts'
import { deployOwn, sendAs } from '../../../test/world/send-as.ts'
import type { Lot } from '../../../tools/core/position.ts'
import { BASE } from '../../../tools/protocols/aave-v3/base.ts'
import { createRoundReader } from '../../chain/read-rounds.ts'
import { ACTORS } from '../../world/actors.ts'
import { MAINNET_TOKENS } from '../../world/mainnet-addresses.ts'
import { observe } from './observe.ts'

const abi = parseAbi([
  'struct Leg { address token; int256 amount; }',
  'struct Lot { uint256 units; uint256 index; uint40 claimableFrom; Leg[] legs; }',
  'function touched(address account, bytes32 mark, bytes data, bytes result) view returns (bytes32[])',
  'function tokens(bytes32 key) view returns (address[])',
  'function holdings(address account, bytes32 key, uint256[] prices) view returns (bytes32 place, uint256 health, Lot[] lots)',
])
const actions = parseAbi([
  'function approve(address, uint256)',
  'function supply(address, uint256, address, uint16)',
  'function withdraw(address, uint256, address)',
  'function borrow(address, uint256, uint256, uint16, address)',
  'function repay(address, uint256, uint256, address)',
  'function liquidationCall(address, address, address, uint256, bool)',
  'function setAnswer(int256, uint256)',
])
const [USDC, WETH] = [MAINNET_TOKENS.USDC.address, MAINNET_TOKENS.WETH.address]
const { pool } = BASE.addresses[1]
const trader = ACTORS.trader.address
const whale = ACTORS.whale.address
const key = (asset: Address): Hex => `0x${asset.slice(2).toLowerCase().padStart(64, '0')}`

let world: OpenWorld
let reader: Address

beforeAll(async () => {
  world = await openWorld()
  reader = await deployOwn(world, 'aave-v3/contracts/AaveReader.sol', [pool, WETH])
})
afterAll(async () => {
  await world?.close()
})

const send = (from: Address, to: Address, data: Hex) => sendAs(world, from, to, data)
const act = (from: Address, functionName: string, args: readonly unknown[], to: Address = pool) =>
  send(from, to, encodeFunctionData({ abi: actions, functionName, args } as never))
async function wait(seconds: number) {
  await world.fork.rpc.request('evm_increaseTime', [seconds])
  await world.fork.rpc.request('evm_mine')
}
async function read(account: Address, asset: Address) {
  const args = [account, key(asset), []] as const
  const [place, health, lots] = await world.client.readContract({
    address: reader,
    abi,
    functionName: 'holdings',
    args,
  })
  return {
    key: key(asset),
    place,
    health,
    lots: lots.map(({ units, index, legs }): Lot => ({ units, index, legs })),
  }
}

/** What the reader says is what is observed, position by position. */
async function agree(account: Address, assets: readonly Address[]) {
  const { client, snapshot } = world
  const { book } = snapshot
  const readRounds = createRoundReader(client, book.multicall as Address)
  const observed = await readRounds(observe({ book, account }))
  expect(observed.map((position) => position.key).toSorted()).toEqual(assets.map(key).toSorted())
  for (const { protocol, ...position } of observed) {
    expect(protocol).toBe('aave-v3')
    const asset = assets.find((candidate) => key(candidate) === position.key) as Address
    expect(await read(account, asset)).toEqual(position)
  }
  return observed
}

describe('reader = observe', () => {
  test('I64: through supply, debt, a year, a liquidation and an exit', async () => {
    await act(trader, 'approve', [pool, 10n ** 30n], WETH)
    await act(trader, 'approve', [pool, 10n ** 30n], USDC)
    await act(whale, 'approve', [pool, 10n ** 30n], USDC)
    await act(trader, 'supply', [WETH, 10n ** 19n, trader, 0])
    const [supplied] = await agree(trader, [WETH])
    expect(supplied?.health).toBe(2n ** 256n - 1n)
    await act(trader, 'borrow', [USDC, 20_000n * 10n ** 6n, 2n, 0, trader])
    const borrowed = await agree(trader, [WETH, USDC])
    expect(borrowed[0]?.health).toBeGreaterThan(10n ** 18n)
    await wait(365 * 86_400)
    const later = await agree(trader, [WETH, USDC])
    const debtOf = (positions: typeof later) =>
      positions.find((position) => position.key === key(USDC))?.lots[1] as Lot
    // Time moves the index and no unit.
    expect(debtOf(later).units).toBe(debtOf(borrowed).units)
    expect(debtOf(later).index).toBeGreaterThan(debtOf(borrowed).index)
    await act(trader, 'repay', [USDC, 1_000n * 10n ** 6n, 2n, trader])
    expect(debtOf(await agree(trader, [WETH, USDC])).units).toBeLessThan(debtOf(later).units)
    const { timestamp } = await world.client.getBlock()
    await act(whale, 'setAnswer', [2_200n * 10n ** 8n, timestamp], MAINNET_TOKENS.WETH.feed)
    const unsound = await agree(trader, [WETH, USDC])
    expect(unsound[0]?.health).toBeLessThan(10n ** 18n)
    await act(whale, 'liquidationCall', [WETH, USDC, trader, 5_000n * 10n ** 6n, false])
    const [after] = await agree(trader, [WETH, USDC])
    expect(after?.lots[0]?.units).toBeLessThan(unsound[0]?.lots[0]?.units ?? 0n)
    await act(trader, 'repay', [USDC, 10n ** 12n, 2n, trader])
    await act(trader, 'withdraw', [WETH, 2n ** 256n - 1n, trader])
    expect(await agree(trader, [])).toEqual([])
    expect((await read(trader, WETH)).lots.map(({ units }) => units)).toEqual([0n, 0n])
  })

  test('I64: accounts that others opened agree as well, at a block of any age', async () => {
    const borrower = '0xb055000000000000000000000000000000000001'
    await agree(borrower, [WETH, USDC, MAINNET_TOKENS.DAI.address])
    await wait(1)
    await agree(borrower, [WETH, USDC, MAINNET_TOKENS.DAI.address])
    await wait(10 * 365 * 86_400)
    await agree(borrower, [WETH, USDC, MAINNET_TOKENS.DAI.address])
  })

  test('I71: what others supply for an account that owes nothing keeps nobody from reading it', async () => {
    const { address: DAI, feed } = MAINNET_TOKENS.DAI
    await act(trader, 'supply', [WETH, 10n ** 18n, trader, 0])
    await act(whale, 'approve', [pool, 10n ** 30n], DAI)
    await act(whale, 'supply', [DAI, 1n, trader, 0])
    const { timestamp } = await world.client.getBlock()
    await act(whale, 'setAnswer', [0n, timestamp], feed)
    // The Pool itself cannot say what all of it is worth, and lets it out all the same.
    const pricing = {
      address: pool,
      abi: BASE.contracts.pool.abi,
      functionName: 'getUserAccountData',
    } as const
    await expect(world.client.readContract({ ...pricing, args: [trader] })).rejects.toThrow()
    const { health, lots } = await read(trader, WETH)
    expect(health).toBe(2n ** 256n - 1n)
    expect(lots[0]?.units).toBeGreaterThan(0n)
    await act(trader, 'withdraw', [WETH, 2n ** 256n - 1n, trader])
    expect((await read(trader, WETH)).lots[0]?.units).toBe(0n)
  })
})

describe('what a call may change', () => {
  const touched = (data: Hex) =>
    world.client
      .call({
        to: reader,
        data: encodeFunctionData({
          abi,
          functionName: 'touched',
          args: [trader, `0x${'00'.repeat(32)}`, data, '0x'],
        }),
      })
      .then((answer) => decodeFunctionResult({ abi, functionName: 'touched', data: answer.data as Hex }))
  const encode = (functionName: string, args: readonly unknown[]) =>
    encodeFunctionData({ abi: actions, functionName, args } as never)

  test('default: the reserve that it names', async () => {
    for (const data of [
      encode('supply', [USDC, 1n, trader, 0]),
      encode('withdraw', [USDC, 1n, trader]),
      encode('borrow', [USDC, 1n, 2n, 0, trader]),
      encode('repay', [USDC, 1n, 2n, trader]),
    ])
      expect(await touched(data)).toEqual([key(USDC)])
  })

  test("behavior: the gateway's is the wrapped coin, and another's liquidation changes nothing", async () => {
    const deposit = encodeFunctionData({
      abi: BASE.contracts.gateway.abi,
      functionName: 'depositETH',
      args: [pool, trader, 0],
    })
    expect(await touched(deposit)).toEqual([key(WETH)])
    expect(await touched(encode('liquidationCall', [WETH, USDC, whale, 1n, false]))).toEqual([])
    const args = [key(USDC)] as const
    const tokens = await world.client.readContract({ address: reader, abi, functionName: 'tokens', args })
    expect(tokens).toEqual([USDC])
  })
})
