import { encodeErrorResult, type Hex, parseAbi, zeroAddress, zeroHash } from 'viem'
import { expect, test } from 'vitest'
import { defineBase } from '../../core/base.ts'
import { policyCageAbi } from '../../core/generated/policy-cage-abi.ts'
import { collectInterfaces } from '../../core/interfaces.ts'
import { buildPolicy } from '../fixtures/build-policy.ts'
import { explainCallFailure, readCageRejection } from './cage-rejection.ts'

const codeOf = (data: Hex) => readCageRejection(data, buildPolicy())?.code
const abi = policyCageAbi

test('I68 I69: what a cage says of positions has a code', () => {
  const position = [zeroAddress, zeroHash] as const
  const encoded = [
    encodeErrorResult({ abi, errorName: 'PlaceNotAllowed', args: position }),
    encodeErrorResult({ abi, errorName: 'PositionUnreadable', args: position }),
    encodeErrorResult({ abi, errorName: 'BalanceUnreadable', args: [zeroAddress] }),
    encodeErrorResult({ abi, errorName: 'HealthTooLow', args: [1n, 2n] }),
    encodeErrorResult({ abi, errorName: 'ReadersDiffer', args: [zeroHash] }),
  ]
  expect(encoded.map(codeOf)).toEqual([
    'CAGE_PLACE_NOT_ALLOWED',
    'POSITION_UNREADABLE',
    'BALANCE_UNREADABLE',
    'HEALTH_TOO_LOW',
    'CAGE_REJECTED',
  ])
})

test('behavior: the revert of a called contract is none of the cage', () => {
  expect(codeOf(encodeErrorResult({ abi, errorName: 'CallFailed', args: [0n, '0x'] }))).toBeUndefined()
  expect(codeOf('0xdeadbeef')).toBe('CAGE_REJECTED')
})

test('behavior: what a called contract says is told in the words of its protocol', () => {
  const errors = parseAbi(['error Closed(uint256 until)', 'error Error(string reason)'])
  const lender = defineBase({
    id: 'lender',
    contracts: { market: { abi: errors.slice(0, 1) } },
    reasons: { 35: 'health is too low' },
  })
  const interfaces = collectInterfaces([lender], {
    chainId: 1,
    nativeSymbol: 'ETH',
    tokens: [],
    protocols: {},
  })
  const explain = (reason: Hex) =>
    explainCallFailure(encodeErrorResult({ abi, errorName: 'CallFailed', args: [2n, reason] }), interfaces)
  const said = (errorName: 'Closed' | 'Error', arg: bigint | string) =>
    encodeErrorResult({ abi: errors, errorName, args: [arg] as never })
  expect(explain(said('Error', '35'))).toBe('call 2 failed: 35 (health is too low)')
  expect(explain(said('Closed', 7n))).toBe('call 2 failed: Closed(7)')
  const common = parseAbi([
    'error Panic(uint256 code)',
    'error WrappedError(address target, bytes4 selector, bytes reason, bytes details)',
  ])
  const panic = encodeErrorResult({ abi: common, errorName: 'Panic', args: [17n] })
  const told = 'Panic(17) (arithmetic ran over or below zero, as where more is taken than is there)'
  expect(explain(panic)).toBe(`call 2 failed: ${told}`)
  const target = '0x6B175474E89094C44Da98b954EedeAC495271d0F'
  const wrapped = encodeErrorResult({
    abi: common,
    errorName: 'WrappedError',
    args: [target, '0xa9059cbb', panic, '0x'],
  })
  expect(explain(wrapped)).toBe(`call 2 failed: ${target} refused: ${told}`)
  expect(explain('0x')).toBe('call 2 failed: reverted without a reason')
  expect(explainCallFailure('0xdeadbeef', interfaces)).toBe('0xdeadbeef')
})
