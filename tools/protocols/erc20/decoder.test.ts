import fc from 'fast-check'
import { type Address, encodeFunctionData, getAddress, type Hex, maxUint256 } from 'viem'
import { describe, expect, test } from 'vitest'
import type { AddressBook } from '../../core/address-book.ts'
import { UNLIMITED_APPROVAL_FROM } from '../../core/call-decoder.ts'
import { indexDecoders } from '../../core/decoder-index.ts'
import { tokenActionsAbi } from './abi.ts'
import { PROTOCOL } from './protocol.ts'

const at = (digit: string): Address => getAddress(`0x${digit.repeat(40)}`)
const TOKEN = at('1')
const ROUTER = at('2')
const FEED = at('3')
const UNKNOWN = at('4')
const ACCOUNT = at('5')
const OTHER = at('6')

const book: AddressBook = {
  chainId: 31337,
  nativeSymbol: 'ETH',
  tokens: [
    {
      symbol: 'TOK',
      name: 'Token',
      address: TOKEN,
      decimals: 18,
      feed: { address: FEED, decimals: 8, maxStalenessSeconds: 60, isModel: true },
    },
  ],
  protocols: { elsewhere: { weth: TOKEN, router: ROUTER } },
}
const decoders = indexDecoders([PROTOCOL], book)
const decode = (data: Hex, to: Address = TOKEN, valueWei = 0n) =>
  decoders.decode({ to, data, valueWei }, ACCOUNT)
const encode = (functionName: string, args: readonly unknown[]) =>
  encodeFunctionData({ abi: tokenActionsAbi, functionName, args } as never)

const address = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes) => getAddress(`0x${Buffer.from(bytes).toString('hex')}`))
const amount = fc.bigInt({ min: 1n, max: UNLIMITED_APPROVAL_FROM - 1n })

describe('approvals', () => {
  test('behavior: an exact approval comes back as it was encoded', () => {
    fc.assert(
      fc.property(
        address,
        amount,
        fc.constantFrom('approve', 'increaseAllowance'),
        (spender, value, name) => {
          const decoded = decode(encode(name, [spender, value]))
          expect(decoded?.approvals).toEqual([{ token: TOKEN, spender, amountBaseUnits: value }])
          expect(decoded?.forbidden).toBeUndefined()
        },
      ),
    )
  })

  test('behavior: from the limit on an approval is unlimited', () => {
    fc.assert(
      fc.property(address, fc.bigInt({ min: UNLIMITED_APPROVAL_FROM, max: maxUint256 }), (spender, value) => {
        expect(decode(encode('approve', [spender, value]))?.forbidden).toBe('unlimited approval')
      }),
    )
  })

  test('behavior: the limit itself is unlimited, one less is not', () => {
    expect(decode(encode('approve', [OTHER, UNLIMITED_APPROVAL_FROM]))?.forbidden).toBe('unlimited approval')
    expect(decode(encode('approve', [OTHER, UNLIMITED_APPROVAL_FROM - 1n]))?.forbidden).toBeUndefined()
  })

  test('behavior: revoking grants nothing to any spender', () => {
    expect(decode(encode('approve', [OTHER, 0n]))).toMatchObject({ approvals: [], tokens: [TOKEN] })
    expect(decode(encode('decreaseAllowance', [OTHER, 7n]))).toMatchObject({ approvals: [] })
  })
})

describe('transfers', () => {
  test('behavior: amount and recipient come back as they were encoded', () => {
    fc.assert(
      fc.property(address, fc.bigInt({ min: 0n, max: maxUint256 }), (to, value) => {
        for (const data of [encode('transfer', [to, value]), encode('transferFrom', [ACCOUNT, to, value])]) {
          expect(decode(data)).toMatchObject({
            outflows: [{ token: TOKEN, amountBaseUnits: value }],
            recipients: [to],
          })
        }
      }),
    )
  })

  test('behavior: pulling from another account is forbidden', () => {
    expect(decode(encode('transferFrom', [OTHER, ACCOUNT, 1n]))?.forbidden).toBe(
      'transferFrom of another account',
    )
  })
})

describe('targets', () => {
  const approval = encode('approve', [OTHER, 1n])

  test('behavior: contracts of other protocols are not claimed', () => {
    expect(decode(approval, ROUTER)).toBeUndefined()
    expect(decode(approval, FEED)).toBeUndefined()
  })

  test('behavior: an address that nobody knows is judged as a token', () => {
    expect(decode(approval, UNKNOWN)?.approvals).toHaveLength(1)
  })

  test('behavior: taking setApprovalForAll back is understood of a token', () => {
    expect(decode(encode('setApprovalForAll', [OTHER, false]), ROUTER)).toBeUndefined()
    expect(decode(encode('setApprovalForAll', [OTHER, false]))?.forbidden).toBeUndefined()
  })
})

describe('bytes', () => {
  test('behavior: only the canonical encoding is understood', () => {
    const data = encode('transfer', [OTHER, 1n])
    expect(decode(`${data}00`)).toBeUndefined()
    expect(decode(data.slice(0, -2) as Hex)).toBeUndefined()
    // Dirty upper bytes of an address word.
    expect(decode(`${data.slice(0, 10)}01${data.slice(12)}` as Hex)).toBeUndefined()
    expect(decode(data, TOKEN, 1n)).toBeUndefined()
  })

  test('behavior: no bytes make it throw', () => {
    const bytes = fc
      .uint8Array({ maxLength: 200 })
      .map((data): Hex => `0x${Buffer.from(data).toString('hex')}`)
    const selectors = tokenActionsAbi.map((item) => encode(item.name, dummies(item.inputs)).slice(0, 10))
    const data = fc
      .tuple(fc.constantFrom('0x', ...selectors), bytes)
      .map(([head, tail]) => (head + tail.slice(2)) as Hex)
    fc.assert(
      fc.property(data, address, (input, to) => {
        decode(input, to)
        decode(input)
      }),
    )
  })
})

function dummies(inputs: readonly { readonly type: string }[]): unknown[] {
  return inputs.map(({ type }) =>
    type === 'address'
      ? OTHER
      : type === 'bool'
        ? false
        : type === 'bytes'
          ? '0x'
          : type === 'bytes32'
            ? `0x${'0'.repeat(64)}`
            : 0n,
  )
}
