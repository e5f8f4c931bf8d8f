import fc from 'fast-check'
import { encodeFunctionData, getAddress, type Hex, pad } from 'viem'
import { describe, expect, test } from 'vitest'
import { NATIVE_TOKEN } from '../../core/address-book.ts'
import { indexDecoders } from '../../core/decoder-index.ts'
import { gatewayAbi, poolAbi, rewardsAbi } from './abi.ts'
import { BASE } from './base.ts'
import { PROTOCOL } from './protocol.ts'

const at = (digit: string) => getAddress(`0x${digit.repeat(40)}`)
const [ACCOUNT, OTHER, USDC, WETH] = [at('1'), at('2'), at('3'), at('4')]
const addresses = BASE.addresses[1]
const book = {
  chainId: 1,
  nativeSymbol: 'ETH',
  tokens: [],
  wrappedNative: WETH,
  protocols: { 'aave-v3': addresses },
}
const decoders = indexDecoders([PROTOCOL], book)
const { pool, gateway, rewards } = addresses
const decode = (to: Hex, data: Hex, valueWei = 0n) => decoders.decode({ to, valueWei, data }, ACCOUNT)
const onPool = (functionName: string, args: readonly unknown[]) =>
  encodeFunctionData({ abi: poolAbi, functionName, args } as never)

const amounts = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })

test('behavior: supplying and repaying cost the amount, whoever gets it', () => {
  fc.assert(
    fc.property(amounts, fc.constantFrom(ACCOUNT, OTHER), (amountBaseUnits, recipient) => {
      const paid = {
        outflows: [{ token: USDC, amountBaseUnits }],
        inflows: [],
        recipients: [recipient],
        tokens: [USDC],
      }
      expect(decode(pool, onPool('supply', [USDC, amountBaseUnits, recipient, 0]))).toMatchObject(paid)
      expect(decode(pool, onPool('repay', [USDC, amountBaseUnits, 2n, recipient]))).toMatchObject(paid)
    }),
  )
})

test('I53 I69: what an act does to a position is told by its bytes, whether a reader shows it or not', () => {
  const positionsOf = (data: Hex) => decode(pool, data)?.positions
  const of = (change: string, owner = ACCOUNT) => [
    { protocol: 'aave-v3', contract: pool, id: pad(USDC), change, owner },
  ]
  expect(positionsOf(onPool('supply', [USDC, 5n, ACCOUNT, 0]))).toEqual(of('increase'))
  expect(positionsOf(onPool('supply', [USDC, 5n, OTHER, 0]))).toEqual(of('increase', OTHER))
  expect(positionsOf(onPool('borrow', [USDC, 5n, 2n, 0, ACCOUNT]))).toEqual(of('increase'))
  expect(positionsOf(onPool('borrow', [USDC, 5n, 2n, 0, OTHER])), "another's debt").toEqual([])
  expect(positionsOf(onPool('withdraw', [USDC, 5n, ACCOUNT]))).toEqual(of('decrease'))
  expect(positionsOf(onPool('repay', [USDC, 5n, 2n, ACCOUNT]))).toEqual(of('decrease'))
  expect(positionsOf(onPool('repay', [USDC, 5n, 2n, OTHER]))).toEqual(of('decrease', OTHER))
  expect(positionsOf(onPool('repayWithATokens', [USDC, 5n, 2n]))).toEqual(of('decrease'))
})

describe('what comes out, and what moves nothing', () => {
  test.each<[string, Hex, object]>([
    [
      'withdraw',
      onPool('withdraw', [USDC, 5n, ACCOUNT]),
      { outflows: [], recipients: [ACCOUNT], tokens: [USDC] },
    ],
    ['borrow', onPool('borrow', [USDC, 5n, 2n, 0, OTHER]), { outflows: [], recipients: [ACCOUNT] }],
    ['repayWithATokens', onPool('repayWithATokens', [USDC, 5n, 2n]), { outflows: [], recipients: [] }],
    [
      'setUserUseReserveAsCollateral',
      onPool('setUserUseReserveAsCollateral', [USDC, true]),
      { tokens: [USDC], recipients: [] },
    ],
    ['setUserEMode', onPool('setUserEMode', [1]), { tokens: [], outflows: [] }],
    [
      'liquidationCall',
      onPool('liquidationCall', [WETH, USDC, OTHER, 7n, false]),
      { outflows: [{ token: USDC, amountBaseUnits: 7n }], inflows: [WETH], recipients: [ACCOUNT] },
    ],
  ])('default: %s', (functionName, data, expected) => {
    expect(decode(pool, data)).toMatchObject({ functionName, ...expected })
    expect(decode(pool, data)?.forbidden).toBeUndefined()
    expect(decode(pool, data, 1n), 'with value').toBeUndefined()
    expect(decode(pool, `${data}00`), 'with more bytes').toBeUndefined()
    expect(decode(OTHER, data), 'elsewhere').toBeUndefined()
  })

  test('behavior: the gateway takes the native coin for its own Pool alone', () => {
    const data = encodeFunctionData({ abi: gatewayAbi, functionName: 'depositETH', args: [pool, OTHER, 0] })
    expect(decode(gateway, data, 9n)).toMatchObject({
      outflows: [{ token: NATIVE_TOKEN, amountBaseUnits: 9n }],
      recipients: [OTHER],
      tokens: [NATIVE_TOKEN, WETH],
    })
    const elsewhere = encodeFunctionData({
      abi: gatewayAbi,
      functionName: 'depositETH',
      args: [OTHER, ACCOUNT, 0],
    })
    expect(decode(gateway, elsewhere, 9n)).toBeUndefined()
    const back = encodeFunctionData({ abi: gatewayAbi, functionName: 'withdrawETH', args: [pool, 9n, OTHER] })
    expect(decode(gateway, back)).toMatchObject({ outflows: [], recipients: [OTHER] })
    expect(decode(gateway, back, 1n)).toBeUndefined()
  })

  test('behavior: rewards name who gets them', () => {
    const all = encodeFunctionData({
      abi: rewardsAbi,
      functionName: 'claimAllRewards',
      args: [[USDC], OTHER],
    })
    expect(decode(rewards, all)).toMatchObject({ outflows: [], recipients: [OTHER] })
    const one = encodeFunctionData({
      abi: rewardsAbi,
      functionName: 'claimRewards',
      args: [[USDC], 5n, OTHER, WETH],
    })
    expect(decode(rewards, one)).toMatchObject({ recipients: [OTHER], tokens: [WETH] })
  })
})

describe('what is never allowed', () => {
  const zero: Hex = `0x${'00'.repeat(32)}`
  test.each<[string, Hex, Hex]>([
    ['a permit to supply', pool, onPool('supplyWithPermit', [USDC, 1n, ACCOUNT, 0, 1n, 27, zero, zero])],
    ['a permit to repay', pool, onPool('repayWithPermit', [USDC, 1n, 2n, ACCOUNT, 1n, 27, zero, zero])],
    [
      'a claimer',
      rewards,
      encodeFunctionData({ abi: rewardsAbi, functionName: 'setClaimer', args: [ACCOUNT, OTHER] }),
    ],
  ])('error: %s', (_, to, data) => {
    expect(decode(to, data)?.forbidden).toBeDefined()
  })

  const onGateway = (functionName: 'depositETH' | 'withdrawETH', args: readonly unknown[]) =>
    encodeFunctionData({ abi: gatewayAbi, functionName, args } as never)
  test.each<[string, Hex, (gaining: Hex) => Hex]>([
    ['a supply', pool, (gaining) => onPool('supply', [USDC, 5n, gaining, 0])],
    ['a repayment', pool, (gaining) => onPool('repay', [USDC, 5n, 2n, gaining])],
    ['a withdrawal', pool, (gaining) => onPool('withdraw', [USDC, 5n, gaining])],
    ['a supply of the native coin', gateway, (gaining) => onGateway('depositETH', [pool, gaining, 0])],
    ['a withdrawal of it', gateway, (gaining) => onGateway('withdrawETH', [pool, 5n, gaining])],
    [
      'rewards',
      rewards,
      (gaining) =>
        encodeFunctionData({ abi: rewardsAbi, functionName: 'claimAllRewards', args: [[USDC], gaining] }),
    ],
  ])('error: %s for another account, whoever it is', (_, to, encode) => {
    expect(decode(to, encode(OTHER))?.forbidden).toBeDefined()
    expect(decode(to, encode(ACCOUNT))?.forbidden).toBeUndefined()
  })

  test.each<[string, Hex]>([
    ['a stable rate to borrow at', onPool('borrow', [USDC, 5n, 1n, 0, ACCOUNT])],
    ['a stable debt to repay', onPool('repay', [USDC, 5n, 1n, ACCOUNT])],
    ['a stable debt to repay with aTokens', onPool('repayWithATokens', [USDC, 5n, 1n])],
    ['a seizure of aTokens', onPool('liquidationCall', [WETH, USDC, OTHER, 7n, true])],
    ['a flash loan', onPool('flashLoanSimple', [ACCOUNT, USDC, 5n, '0x', 0])],
  ])('behavior: %s is not understood', (_, data) => {
    expect(decode(pool, data)).toBeUndefined()
  })
})
