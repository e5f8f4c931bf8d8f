import { type Address, concatHex, encodeAbiParameters, getAddress, type Hex, zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import { type AddressBook, NATIVE_TOKEN } from '../../core/address-book.ts'
import { indexDecoders } from '../../core/decoder-index.ts'
import { PROTOCOL } from './protocol.ts'

const at = (digit: string): Address => getAddress(`0x${digit.repeat(40)}`)
const [router, account, thief, usdc, weth, dai] = [
  at('1'),
  at('a'),
  at('b'),
  at('c'),
  at('d'),
  at('e'),
] as const
const book: AddressBook = { chainId: 31_337, nativeSymbol: 'ETH', tokens: [], protocols: {} }
const decoders = indexDecoders([PROTOCOL], book)

const words = (types: string[], values: unknown[]): Hex =>
  encodeAbiParameters(
    types.map((type) => ({ type })),
    values,
  )
const KEY = {
  name: 'poolKey',
  type: 'tuple',
  components: ['address', 'address', 'uint24', 'int24', 'address'].map((type, index) => ({
    name: `k${index}`,
    type,
  })),
}
const HOPS = {
  name: 'path',
  type: 'tuple[]',
  components: ['address', 'uint24', 'int24', 'address', 'bytes'].map((type, index) => ({
    name: `k${index}`,
    type,
  })),
}
const inPool = (currency0: Address, currency1: Address): Hex =>
  encodeAbiParameters(
    [
      {
        type: 'tuple',
        components: [
          KEY,
          { name: 'a', type: 'bool' },
          { name: 'b', type: 'uint128' },
          { name: 'c', type: 'uint128' },
          { name: 'd', type: 'bytes' },
        ],
      },
    ],
    [
      {
        poolKey: { k0: currency0, k1: currency1, k2: 500, k3: 10, k4: zeroAddress },
        a: true,
        b: 7n,
        c: 5n,
        d: '0x',
      },
    ],
  )
const SETTLE_ALL = words(['address', 'uint256'], [usdc, 7n])
const TAKE_ALL = words(['address', 'uint256'], [weth, 5n])

const decode = (actions: readonly (readonly [Hex, Hex])[], behind: Hex = '0x') => {
  const unlock = encodeAbiParameters(
    [{ type: 'bytes' }, { type: 'bytes[]' }],
    [concatHex(actions.map(([code]) => code)), actions.map(([, input]) => input)],
  )
  const data = concatHex([unlock, behind])
  return decoders.decodeFormat({ format: 'v4-swap', data, target: router, account })
}

test('default', () => {
  expect(
    decode([
      ['0x06', inPool(usdc, weth)],
      ['0x0c', SETTLE_ALL],
      ['0x0f', TAKE_ALL],
    ]),
  ).toMatchObject({
    functionName: 'V4_SWAP',
    outflows: [{ token: usdc, amountBaseUnits: 7n }],
    inflows: [weth],
    recipients: [account],
    tokens: [usdc, weth],
  })
})

test('behavior: the native coin came with the call, which counts it', () => {
  const found = decode([
    ['0x08', inPool(zeroAddress, usdc)],
    ['0x0c', words(['address', 'uint256'], [zeroAddress, 7n])],
    ['0x0f', words(['address', 'uint256'], [usdc, 5n])],
  ])
  expect(found).toMatchObject({ outflows: [], inflows: [usdc], tokens: [NATIVE_TOKEN, usdc] })
})

test.each([
  ['of a path', []],
  ['of a path with bounds of its hops', [{ name: 'bounds', type: 'uint256[]' }]],
])('behavior: every token %s counts, and what each settlement takes', (_what, bounds) => {
  const hops = [weth, usdc].map((currency) => ({ k0: currency, k1: 500, k2: 10, k3: zeroAddress, k4: '0x' }))
  const along = encodeAbiParameters(
    [
      {
        type: 'tuple',
        components: [
          { name: 'a', type: 'address' },
          HOPS,
          ...bounds,
          ...['b', 'c'].map((name) => ({ name, type: 'uint128' })),
        ],
      },
    ],
    [{ a: dai, path: hops, bounds: [1n, 2n], b: 7n, c: 5n }],
  )
  const found = decode([
    ['0x07', along],
    ['0x0b', words(['address', 'uint256', 'bool'], [dai, 3n, true])],
    ['0x0b', words(['address', 'uint256', 'bool'], [dai, 4n, true])],
    ['0x0b', words(['address', 'uint256', 'bool'], [dai, 9n, false])],
  ])
  expect(found?.tokens).toEqual([dai, weth, usdc])
  expect(found?.outflows).toEqual([
    { token: dai, amountBaseUnits: 3n },
    { token: dai, amountBaseUnits: 4n },
  ])
})

test('behavior: whoever is named gets it', () => {
  const recipientsOf = (recipient: Address) =>
    decode([['0x0e', words(['address', 'address', 'uint256'], [weth, recipient, 0n])]])?.recipients
  expect(recipientsOf(thief)).toEqual([thief])
  expect(recipientsOf('0x0000000000000000000000000000000000000001')).toEqual([account])
  expect(recipientsOf('0x0000000000000000000000000000000000000002')).toEqual([router])
})

test.each<[string, readonly (readonly [Hex, Hex])[]]>([
  [
    'an amount that the bytes do not say',
    [['0x0b', words(['address', 'uint256', 'bool'], [usdc, 0n, true])]],
  ],
  ['an action that is no swap', [['0x02', '0x']]],
  [
    'an unknown action beside a known one',
    [
      ['0x0c', SETTLE_ALL],
      ['0x99', '0x'],
    ],
  ],
  ['bytes behind an action', [['0x0c', concatHex([SETTLE_ALL, '0x00'])]]],
  ['nothing', []],
])('behavior: %s is not understood', (_what, actions) => expect(decode(actions)).toBeUndefined())

test('behavior: bytes behind the actions are not understood', () => {
  expect(decode([['0x0c', SETTLE_ALL]])).toBeDefined()
  expect(decode([['0x0c', SETTLE_ALL]], '0x00')).toBeUndefined()
})
