import { encodeErrorResult, type Hex, zeroAddress, zeroHash } from 'viem'
import { expect, test } from 'vitest'
import { policyCageAbi } from '../../core/generated/policy-cage-abi.ts'
import { buildPolicy } from '../fixtures/build-policy.ts'
import { readCageRejection } from './cage-rejection.ts'

const codeOf = (data: Hex) => readCageRejection(data, buildPolicy())?.code
const abi = policyCageAbi

test('I68 I69: what a cage says of positions has a code', () => {
  const position = [zeroAddress, zeroHash] as const
  const encoded = [
    encodeErrorResult({ abi, errorName: 'PlaceNotAllowed', args: position }),
    encodeErrorResult({ abi, errorName: 'PositionUnreadable', args: position }),
    encodeErrorResult({ abi, errorName: 'HealthTooLow', args: [1n, 2n] }),
    encodeErrorResult({ abi, errorName: 'ReadersDiffer', args: [zeroHash] }),
  ]
  expect(encoded.map(codeOf)).toEqual([
    'CAGE_PLACE_NOT_ALLOWED',
    'POSITION_UNREADABLE',
    'HEALTH_TOO_LOW',
    'CAGE_REJECTED',
  ])
})

test('behavior: the revert of a called contract is none of the cage', () => {
  expect(codeOf(encodeErrorResult({ abi, errorName: 'CallFailed', args: [0n, '0x'] }))).toBeUndefined()
  expect(codeOf('0xdeadbeef')).toBe('CAGE_REJECTED')
})
