import * as fc from 'fast-check'
import { decodeFunctionData, encodeFunctionResult, getAddress, type Hex, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { decodeAggregate, encodeAggregate } from './aggregate.ts'

const abi = parseAbi([
  'struct Call3 { address target; bool allowFailure; bytes callData; }',
  'struct Result { bool success; bytes returnData; }',
  'function aggregate3(Call3[] calls) payable returns (Result[] returnData)',
])

const bytes = (options: { readonly minLength?: number; readonly maxLength: number }) =>
  fc.uint8Array(options).map((drawn): Hex => `0x${Buffer.from(drawn).toString('hex')}`)

test('default: what viem decodes is what was encoded', () => {
  const read = fc.record({
    target: bytes({ minLength: 20, maxLength: 20 }).map((address) => getAddress(address)),
    allowFailure: fc.boolean(),
    callData: bytes({ maxLength: 100 }),
  })
  fc.assert(
    fc.property(fc.array(read), (reads) => {
      const { args } = decodeFunctionData({ abi, data: encodeAggregate(reads) })
      expect(args[0]).toEqual(reads)
    }),
  )
})

test('default: what is decoded is what viem encoded', () => {
  const answer = fc.record({ success: fc.boolean(), returnData: bytes({ maxLength: 100 }) })
  fc.assert(
    fc.property(fc.array(answer), (answers) => {
      const data = encodeFunctionResult({ abi, functionName: 'aggregate3', result: answers })
      expect(decodeAggregate(data, answers.length)).toEqual(answers)
    }),
  )
})

test.each([
  ['0x', 1],
  ['0x', 0],
  [encodeFunctionResult({ abi, functionName: 'aggregate3', result: [] }), 1],
] as const)('error: OBSERVATION_FAILED for %s', (data, reads) => {
  expect(() => decodeAggregate(data, reads)).toThrow(
    expect.objectContaining({
      code: 'OBSERVATION_FAILED',
      details: expect.objectContaining({ found: data }),
    }),
  )
})
