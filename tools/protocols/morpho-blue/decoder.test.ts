import { type Address, encodeFunctionData, getAddress, type Hex } from 'viem'
import { expect, test } from 'vitest'
import { NATIVE_TOKEN } from '../../core/address-book.ts'
import { indexDecoders } from '../../core/decoder-index.ts'
import { morphoAbi, publicAllocatorAbi } from './abi.ts'
import { BASE } from './base.ts'
import { toMarketId } from './market-id.ts'
import { PROTOCOL } from './protocol.ts'

const at = (digit: string) => getAddress(`0x${digit.repeat(40)}`)
const [account, stranger, vault] = [at('5'), at('6'), at('7')]
const addresses = BASE.addresses[1]
const { morpho, publicAllocator, irm } = addresses
const book = { chainId: 1, nativeSymbol: 'ETH', tokens: [], protocols: { 'morpho-blue': addresses } }
const decoders = indexDecoders([PROTOCOL], book)
const terms = { loanToken: at('1'), collateralToken: at('2'), oracle: at('3'), irm, lltv: 86n * 10n ** 16n }
const id = toMarketId(terms)

const decode = (data: Hex, valueWei = 0n, to: Address = morpho) =>
  decoders.decode({ to, valueWei, data }, account)
const encode = (functionName: string, args: readonly unknown[]) =>
  encodeFunctionData({ abi: morphoAbi, functionName, args } as never)

test("default: parameters hash to the id of mainnet's market", () => {
  const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
  const wbtc = '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599'
  const oracle = '0xDddd770BADd886dF3864029e4B377B5F6a2B6b83'
  expect(toMarketId({ ...terms, loanToken: usdc, collateralToken: wbtc, oracle })).toBe(
    '0x3a85e619751152991742810df6ec69ce473daef99e28a64ab2340d7b7ccfee49',
  )
})

test.each([
  ['supply', [terms, 7n, 0n, account, '0x'], { token: terms.loanToken, amountBaseUnits: 7n }, 'increase'],
  ['repay', [terms, 7n, 0n, account, '0x'], { token: terms.loanToken, amountBaseUnits: 7n }, 'decrease'],
  ['repay', [terms, 0n, 7n, account, '0x'], undefined, 'decrease'],
  [
    'supplyCollateral',
    [terms, 7n, account, '0x'],
    { token: terms.collateralToken, amountBaseUnits: 7n },
    'increase',
  ],
  ['withdraw', [terms, 7n, 0n, account, account], undefined, 'decrease'],
  ['withdraw', [terms, 0n, 7n, account, account], undefined, 'decrease'],
  ['borrow', [terms, 7n, 0n, account, account], undefined, 'increase'],
  ['withdrawCollateral', [terms, 7n, account, account], undefined, 'decrease'],
])('behavior: %s moves what its bytes say, of this market, for the account', (name, args, paid, change) => {
  const decoded = decode(encode(name, args))
  expect(decoded).toMatchObject({
    functionName: name,
    outflows: paid ? [paid] : [],
    inflows: [],
    recipients: [account],
    positions: [{ protocol: 'morpho-blue', contract: morpho, id, change, owner: account }],
  })
  expect(decoded?.forbidden).toBeUndefined()
})

test.each([
  ['supply', [terms, 7n, 0n, stranger, '0x']],
  ['repay', [terms, 7n, 0n, stranger, '0x']],
  ['supplyCollateral', [terms, 7n, stranger, '0x']],
  ['withdraw', [terms, 7n, 0n, account, stranger]],
  ['borrow', [terms, 7n, 0n, account, stranger]],
  ['withdrawCollateral', [terms, 7n, account, stranger]],
])('behavior: %s says who else gains by it, and may not', (name, args) => {
  const forbidden = "another account's gain"
  expect(decode(encode(name, args))).toMatchObject({ recipients: [stranger], forbidden })
})

test.each([
  ['supply', [terms, 7n, 0n, account, '0x01'], 'a callback'],
  ['repay', [terms, 7n, 0n, account, '0x01'], 'a callback'],
  ['supplyCollateral', [terms, 7n, account, '0x01'], 'a callback'],
  ['liquidate', [terms, stranger, 7n, 0n, '0x01'], 'a callback'],
  ['flashLoan', [terms.loanToken, 7n, '0x'], 'a callback'],
  ['withdraw', [terms, 7n, 0n, stranger, account], "another account's position"],
  ['borrow', [terms, 7n, 0n, stranger, account], "another account's position"],
  ['withdrawCollateral', [terms, 7n, stranger, account], "another account's position"],
  ['setAuthorization', [stranger, true], 'authority over all positions'],
  [
    'setAuthorizationWithSig',
    [
      { authorizer: account, authorized: stranger, isAuthorized: false, nonce: 0n, deadline: 9n },
      { v: 27, r: id, s: id },
    ],
    'authority over all positions, by signature',
  ],
])('behavior: %s is forbidden where it gives more than an action', (name, args, forbidden) => {
  expect(decode(encode(name, args))?.forbidden).toBe(forbidden)
})

test('behavior: a liquidation pays the loan token and brings the collateral', () => {
  const decoded = decode(encode('liquidate', [terms, stranger, 7n, 0n, '0x']))
  expect(decoded).toMatchObject({ inflows: [terms.collateralToken], recipients: [account] })
  expect(decoded?.forbidden).toBeUndefined()
})

test.each([
  ['setAuthorization', [stranger, false]],
  ['createMarket', [terms]],
  ['accrueInterest', [terms]],
])('behavior: %s moves nothing', (name, args) => {
  const nothing = { outflows: [], inflows: [], approvals: [], recipients: [], tokens: [], positions: [] }
  expect(decode(encode(name, args))).toEqual({ functionName: name, ...nothing })
})

test('behavior: what lending shares cost is not said by the bytes', () => {
  expect(decode(encode('supply', [terms, 0n, 7n, account, '0x']))).toBeUndefined()
})

test('behavior: value, trailing bytes and views are not understood', () => {
  const data = encode('borrow', [terms, 7n, 0n, account, account])
  expect(decode(data, 1n)).toBeUndefined()
  expect(decode(`${data}00`)).toBeUndefined()
  expect(decode(encode('market', [id]))).toBeUndefined()
})

test('behavior: a reallocation costs its fee', () => {
  const args = [vault, [{ marketParams: terms, amount: 7n }], terms] as const
  const data = encodeFunctionData({ abi: publicAllocatorAbi, functionName: 'reallocateTo', args })
  expect(decode(data, 5n, publicAllocator)).toMatchObject({
    functionName: 'reallocateTo',
    outflows: [{ token: NATIVE_TOKEN, amountBaseUnits: 5n }],
    recipients: [],
  })
  expect(decode(data, 0n, publicAllocator)?.outflows).toEqual([])
})
