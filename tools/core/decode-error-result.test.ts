import * as fc from 'fast-check'
import {
  type Abi,
  encodeAbiParameters,
  type Hex,
  parseAbi,
  toFunctionSelector,
  decodeErrorResult as viemsOwn,
} from 'viem'
import { expect, test } from 'vitest'
import { decodeErrorResult } from './decode-error-result.ts'
import { drawnDamage, drawnParameters, outcome } from './fixtures/drawn-parameters.ts'

const OTHERS = parseAbi([
  'error Other(uint256 a)',
  'error Nothing()',
  'function call()',
  'error Error(string other)',
])

test('behavior: decodes and refuses as viem does', () => {
  let decoded = 0
  fc.assert(
    fc.property(
      drawnParameters,
      drawnDamage,
      fc.constantFrom('Drawn', 'Other', 'Error', 'Unknown'),
      ({ parameters, values }, damage, name) => {
        const inputs = parameters.map(({ indexed: _, ...parameter }) => parameter)
        const abi = [...OTHERS, { type: 'error', name: 'Drawn', inputs }] as Abi
        const selector = toFunctionSelector({
          ...{ type: 'function', name, inputs, outputs: [], stateMutability: 'view' },
        } as never)
        const data: Hex = `${selector}${encodeAbiParameters(inputs as never, values as never).slice(2)}`
        const ours = outcome(() => decodeErrorResult({ abi, data: damage(data) }))
        expect(ours).toEqual(outcome(() => viemsOwn({ abi, data: damage(data) })))
        if ('answer' in ours) decoded += 1
      },
    ),
    { numRuns: 500 },
  )
  expect(decoded).toBeGreaterThan(50)
})

test.each<readonly [string, Hex]>([
  ['a reason', `0x08c379a0${encodeAbiParameters([{ type: 'string' }], ['no']).slice(2)}`],
  ['a panic', `0x4e487b71${encodeAbiParameters([{ type: 'uint256' }], [17n]).slice(2)}`],
  ['an error without arguments', toFunctionSelector('function Nothing()')],
  ['one of which the arguments are missing', toFunctionSelector('function Other(uint256)')],
  ['nothing', '0x'],
  ['less than a selector', '0x1234'],
])('default: %s, with an ABI and without', (_, data) => {
  for (const abi of [OTHERS, [], undefined] as Abi[]) {
    expect(outcome(() => decodeErrorResult({ abi, data }))).toEqual(outcome(() => viemsOwn({ abi, data })))
  }
})
