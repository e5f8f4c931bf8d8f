import fc from 'fast-check'
import {
  type Address,
  BaseError,
  decodeErrorResult,
  decodeFunctionResult,
  encodeDeployData,
  encodeFunctionData,
  getAddress,
  type Hex,
  parseAbi,
  toFunctionSelector,
} from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OpenWorld, openWorld } from '../../../test/world/open-world.ts'
import { policyCageAbi } from '../../../tools/core/generated/policy-cage-abi.ts'
import { BASE } from '../../../tools/protocols/aave-v3/base.ts'
import { compileUnit } from '../../chain/solc.ts'
import { ACTORS } from '../../world/actors.ts'

const checkerAbi = parseAbi([
  'struct Leg { address token; int256 amount; }',
  'struct Pledge { uint8 kind; Leg[] legs; address spender; address to; uint40 until; }',
  'function check(address account, uint256 value, bytes data) view returns (bool revokes, Pledge[] pledges)',
])
const calls = parseAbi([
  'function supply(address, uint256, address, uint16)',
  'function withdraw(address, uint256, address)',
  'function borrow(address, uint256, uint256, uint16, address)',
  'function repay(address, uint256, uint256, address)',
  'function repayWithATokens(address, uint256, uint256)',
  'function setUserUseReserveAsCollateral(address, bool)',
  'function setUserEMode(uint8)',
  'function liquidationCall(address, address, address, uint256, bool)',
  'function depositETH(address, address, uint16) payable',
  'function claimAllRewards(address[], address)',
])
const { pool } = BASE.addresses[1]
const [ACCOUNT, ASSET] = [getAddress(`0x${'1'.repeat(40)}`), getAddress(`0x${'2'.repeat(40)}`)]
const RUNS = { numRuns: 30 }

let world: OpenWorld
let checker: Address

beforeAll(async () => {
  world = await openWorld()
  const { AaveChecker } = compileUnit({ entries: ['tools/protocols/aave-v3/contracts/AaveChecker.sol'] })
  const { abi, bytecode } = AaveChecker as NonNullable<typeof AaveChecker>
  const { rpc } = world.fork
  await rpc.request('anvil_setNextBlockBaseFeePerGas', ['0x0'])
  const data = encodeDeployData({ abi, bytecode, args: [pool] })
  const from = ACTORS.trader.address
  const hash = await rpc.request<Hex>('eth_sendTransaction', [
    { from, data, gas: '0x4c4b40', gasPrice: '0x0' },
  ])
  await rpc.request('evm_mine')
  checker = (await world.client.getTransactionReceipt({ hash })).contractAddress as Address
})
afterAll(async () => {
  await world?.close()
})

const encode = (functionName: string, args: readonly unknown[]) =>
  encodeFunctionData({ abi: calls, functionName, args } as never)

/** What the checker says: "accepted", or the error with which it refuses. */
async function verdictOn(data: Hex, value = 0n): Promise<string> {
  const input = encodeFunctionData({ abi: checkerAbi, functionName: 'check', args: [ACCOUNT, value, data] })
  try {
    const answer = await world.client.call({ to: checker, data: input })
    const result = decodeFunctionResult({ abi: checkerAbi, functionName: 'check', data: answer.data as Hex })
    expect(result).toEqual([false, []])
    return 'accepted'
  } catch (cause) {
    const holder = cause instanceof BaseError && cause.walk((error) => 'data' in (error as object))
    if (!holder) throw cause
    return decodeErrorResult({ abi: policyCageAbi, data: (holder as unknown as { data: Hex }).data })
      .errorName
  }
}

const others = fc
  .bigInt({ min: 1n, max: 2n ** 160n - 1n })
  .map((number) => getAddress(`0x${number.toString(16).padStart(40, '0')}`))

describe('what it accepts', () => {
  test.each<[string, Hex, bigint?]>([
    ['supply', encode('supply', [ASSET, 1n, ACCOUNT, 0])],
    ['withdraw', encode('withdraw', [ASSET, 2n ** 256n - 1n, ACCOUNT])],
    ['borrow', encode('borrow', [ASSET, 1n, 2n, 0, ACCOUNT])],
    ['borrow on credit that another delegated', encode('borrow', [ASSET, 1n, 2n, 0, ASSET])],
    ['repay', encode('repay', [ASSET, 1n, 2n, ACCOUNT])],
    ['repay with aTokens', encode('repayWithATokens', [ASSET, 1n, 2n])],
    ['collateral on', encode('setUserUseReserveAsCollateral', [ASSET, true])],
    ['collateral off', encode('setUserUseReserveAsCollateral', [ASSET, false])],
    ['a category', encode('setUserEMode', [1])],
    ['a liquidation of another', encode('liquidationCall', [ASSET, ASSET, ASSET, 1n, false])],
    ['native coins', encode('depositETH', [pool, ACCOUNT, 0]), 7n],
    ['rewards', encode('claimAllRewards', [[ASSET, pool], ACCOUNT])],
  ])('default: %s', async (_, data, value) => {
    expect(await verdictOn(data, value)).toBe('accepted')
  })
})

describe('what it refuses', () => {
  test('I68: everything that would be of another account', async () => {
    await fc.assert(
      fc.asyncProperty(others, async (other) => {
        const naming = [
          encode('supply', [ASSET, 1n, other, 0]),
          encode('withdraw', [ASSET, 1n, other]),
          encode('repay', [ASSET, 1n, 2n, other]),
          encode('depositETH', [pool, other, 0]),
          encode('claimAllRewards', [[], other]),
        ]
        for (const data of naming) expect(await verdictOn(data)).toBe('RecipientNotAllowed')
      }),
      RUNS,
    )
  })

  test.each<[string, Hex, string, bigint?]>([
    ['a stable rate to borrow at', encode('borrow', [ASSET, 1n, 1n, 0, ACCOUNT]), 'MalformedCall'],
    ['a stable debt', encode('repay', [ASSET, 1n, 1n, ACCOUNT]), 'MalformedCall'],
    ['a stable debt out of aTokens', encode('repayWithATokens', [ASSET, 1n, 0n]), 'MalformedCall'],
    ['a seizure of aTokens', encode('liquidationCall', [ASSET, ASSET, ASSET, 1n, true]), 'MalformedCall'],
    ['its own liquidation', encode('liquidationCall', [ASSET, ASSET, ACCOUNT, 1n, false]), 'MalformedCall'],
    ['native coins for another Pool', encode('depositETH', [ASSET, ACCOUNT, 0]), 'MalformedCall', 7n],
    ['native coins with a supply', encode('supply', [ASSET, 1n, ACCOUNT, 0]), 'NativeNotAllowed', 1n],
    ['native coins with a category', encode('setUserEMode', [1]), 'NativeNotAllowed', 1n],
  ])('error: %s', async (_, data, error, value) => {
    expect(await verdictOn(data, value)).toBe(error)
  })

  test('error: functions that it does not know', async () => {
    const known = new Set(calls.map((item) => toFunctionSelector(item)))
    const selectors = fc
      .integer({ min: 0, max: 2 ** 32 - 1 })
      .map((number): Hex => `0x${number.toString(16).padStart(8, '0')}`)
    await fc.assert(
      fc.asyncProperty(selectors, async (selector) => {
        fc.pre(!known.has(selector))
        expect(await verdictOn(`${selector}${'00'.repeat(320)}`)).toBe('TargetNotAllowed')
      }),
      RUNS,
    )
  })
})
