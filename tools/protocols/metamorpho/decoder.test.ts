import { type Address, encodeFunctionData, getAddress, type Hex, maxUint256 } from 'viem'
import { expect, test } from 'vitest'
import { NO_EFFECT } from '../../core/call-decoder.ts'
import { indexDecoders } from '../../core/decoder-index.ts'
import { vaultAbi } from './abi.ts'
import { BASE } from './base.ts'
import { PROTOCOL } from './protocol.ts'

const at = (digit: string) => getAddress(`0x${digit.repeat(40)}`)
const [account, stranger] = [at('5'), at('6')]
const id: Hex = `0x${'7'.repeat(64)}`
const terms = { loanToken: at('1'), collateralToken: at('2'), oracle: at('3'), irm: at('4'), lltv: 9n }
const addresses = BASE.addresses[1]
const decoders = indexDecoders([PROTOCOL], {
  chainId: 1,
  nativeSymbol: 'ETH',
  tokens: [],
  protocols: { metamorpho: addresses },
})
const decode = (data: Hex, to: Address = addresses.usdcVault, valueWei = 0n) =>
  decoders.decode({ to, valueWei, data }, account)

const MANAGES: readonly [string, Hex][] = [
  ['acceptCap', encodeFunctionData({ abi: vaultAbi, functionName: 'acceptCap', args: [terms] })],
  ['setSupplyQueue', encodeFunctionData({ abi: vaultAbi, functionName: 'setSupplyQueue', args: [[id]] })],
  [
    'updateWithdrawQueue',
    encodeFunctionData({ abi: vaultAbi, functionName: 'updateWithdrawQueue', args: [[0n]] }),
  ],
  [
    'reallocate',
    encodeFunctionData({
      abi: vaultAbi,
      functionName: 'reallocate',
      args: [[{ marketParams: terms, assets: maxUint256 }]],
    }),
  ],
]
const VETO = encodeFunctionData({ abi: vaultAbi, functionName: 'revokePendingCap', args: [id] })

test.each(MANAGES)("behavior: %s shifts others' assets, and nothing of the caller", (functionName, data) => {
  expect(decode(data)).toEqual({ ...NO_EFFECT, functionName, managesOthers: true })
  expect(decode(data, stranger)).toEqual({ ...NO_EFFECT, functionName, managesOthers: true })
})

test('behavior: a veto shifts nothing', () => {
  expect(decode(VETO)).toEqual({ ...NO_EFFECT, functionName: 'revokePendingCap' })
})

test('I61: with value, or with bytes behind it, nothing is understood', () => {
  for (const data of [...MANAGES.map(([, bytes]) => bytes), VETO]) {
    expect(decode(data, addresses.usdcVault, 1n)).toBeUndefined()
    expect(decode(`${data}00`)).toBeUndefined()
  }
})

test("behavior: what an owner decides is none of the operator's acts", () => {
  const acts = [
    encodeFunctionData({ abi: vaultAbi, functionName: 'setIsAllocator', args: [stranger, true] }),
    encodeFunctionData({ abi: vaultAbi, functionName: 'setFeeRecipient', args: [stranger] }),
    encodeFunctionData({ abi: vaultAbi, functionName: 'submitMarketRemoval', args: [terms] }),
  ]
  for (const data of acts) expect(decode(data)).toBeUndefined()
  const listed = [PROTOCOL.operator, PROTOCOL.owner].map((access) => access?.usdcVault?.functions ?? [])
  expect(listed[0]?.filter((name) => listed[1]?.includes(name))).toEqual([])
})
