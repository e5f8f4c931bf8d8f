import fc from 'fast-check'
import { type Address, encodeFunctionData, getAddress, type Hex } from 'viem'
import { expect, test } from 'vitest'
import type { AddressBook } from '../../core/address-book.ts'
import { UNLIMITED_APPROVAL_FROM } from '../../core/call-decoder.ts'
import { indexDecoders } from '../../core/decoder-index.ts'
import { permit2Abi } from './abi.ts'
import { PROTOCOL } from './protocol.ts'
import { encodePermit } from './recorded-permit.ts'

const at = (digit: string): Address => getAddress(`0x${digit.repeat(40)}`)
const PERMIT2 = at('2')
const SCHEME = at('3')
const TOKEN = at('1')
const ACCOUNT = at('5')
const OTHER = at('6')
const NEVER = 2 ** 48 - 1

const book: AddressBook = {
  chainId: 31337,
  nativeSymbol: 'ETH',
  tokens: [],
  protocols: { permit2: { permit2: PERMIT2, permitSingleScheme: SCHEME } },
}
const decoders = indexDecoders([PROTOCOL], book)
const decode = (data: Hex, to: Address = PERMIT2, valueWei = 0n) =>
  decoders.decode({ to, data, valueWei }, ACCOUNT)
const encode = (functionName: string, args: readonly unknown[]) =>
  encodeFunctionData({ abi: permit2Abi, functionName, args } as never)

const address = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes) => getAddress(`0x${Buffer.from(bytes).toString('hex')}`))

test('behavior: an exact, expiring approval comes back as it was encoded', () => {
  const amount = fc.bigInt({ min: 1n, max: UNLIMITED_APPROVAL_FROM - 1n })
  fc.assert(
    fc.property(
      address,
      address,
      amount,
      fc.integer({ min: 0, max: NEVER - 1 }),
      (token, spender, value, expiry) => {
        const decoded = decode(encode('approve', [token, spender, value, expiry]))
        const approval = { token, spender, amountBaseUnits: value, keeper: PERMIT2, untilSeconds: expiry }
        expect(decoded?.approvals).toEqual([approval])
        expect(decoded?.forbidden).toBeUndefined()
      },
    ),
  )
})

test('I70: a recorded permit pledges all that it allows, until the later of its ends', () => {
  const seconds = fc.integer({ min: 0, max: NEVER })
  fc.assert(
    fc.property(
      address,
      address,
      fc.bigInt({ min: 0n, max: 2n ** 160n - 1n }),
      seconds,
      seconds,
      (...drawn) => {
        const [token, spender, amount, expiration, sigDeadline] = drawn
        const message = {
          details: { token, amount: amount.toString(), expiration, nonce: 0 },
          spender,
          sigDeadline: sigDeadline.toString(),
        }
        const data = encodePermit({ message })
        const untilSeconds = Math.max(expiration, sigDeadline)
        const legs = [{ token, amount: -amount }]
        expect(decode(data, SCHEME)).toMatchObject({
          tokens: [token],
          pledges: [{ legs, spender, to: ACCOUNT, untilSeconds }],
        })
        expect(decode(`${data}00`, SCHEME)).toBeUndefined()
        expect(decode(data, SCHEME, 1n)).toBeUndefined()
      },
    ),
  )
})

test('behavior: unlimited amount or lifetime is forbidden, zero grants nothing', () => {
  const unlimited = encode('approve', [TOKEN, OTHER, 2n ** 160n - 1n, 1])
  expect(decode(unlimited)?.forbidden).toBe('unlimited Permit2 approval')
  expect(decode(encode('approve', [TOKEN, OTHER, UNLIMITED_APPROVAL_FROM, 1]))?.forbidden).toBe(
    'unlimited Permit2 approval',
  )
  expect(decode(encode('approve', [TOKEN, OTHER, 1n, NEVER]))?.forbidden).toBe(
    'Permit2 approval without expiry',
  )
  expect(decode(encode('approve', [TOKEN, OTHER, 0n, NEVER]))).toMatchObject({ approvals: [], tokens: [] })
})

test('behavior: nothing is left of what is set to zero or locked down', () => {
  const pairs = [
    { token: TOKEN, spender: OTHER },
    { token: OTHER, spender: TOKEN },
  ]
  const ends = pairs.map((pair) => ({ ...pair, keeper: PERMIT2 }))
  expect(decode(encode('lockdown', [pairs]))?.ends).toEqual(ends)
  expect(decode(encode('approve', [TOKEN, OTHER, 0n, 0]))?.ends).toEqual(ends.slice(0, 1))
  expect(decode(encode('approve', [TOKEN, OTHER, 1n, 0]))?.ends).toBeUndefined()
  expect(decode(encode('invalidateNonces', [TOKEN, OTHER, 9]))?.ends).toBeUndefined()
})

test('behavior: taking authority back has no effect that could be denied', () => {
  for (const data of [
    encode('lockdown', [[{ token: TOKEN, spender: OTHER }]]),
    encode('invalidateNonces', [TOKEN, OTHER, 9]),
    encode('invalidateUnorderedNonces', [1n, 2n]),
  ]) {
    expect(decode(data)).toMatchObject({ approvals: [], outflows: [], recipients: [], tokens: [] })
    expect(decode(data)?.forbidden).toBeUndefined()
  }
})

test('behavior: what rests on a signature is forbidden', () => {
  const details = { token: TOKEN, amount: 1n, expiration: 1, nonce: 0 }
  const permitted = { token: TOKEN, amount: 1n }
  const transfer = { permitted, nonce: 0n, deadline: 1n }
  const single = { details, spender: OTHER, sigDeadline: 1n }
  expect(decode(encode('permit', [ACCOUNT, single, '0x']))?.forbidden).toBe('Permit2 permit by signature')
  const batch = { ...single, details: [details] }
  expect(decode(encode('permit', [ACCOUNT, batch, '0x']))?.forbidden).toBe('Permit2 permit by signature')
  const to = { to: OTHER, requestedAmount: 1n }
  expect(decode(encode('permitTransferFrom', [transfer, to, ACCOUNT, '0x']))?.forbidden).toBe(
    'Permit2 transfer by signature',
  )
})

test('behavior: transfers of the own account are outflows, those of others are forbidden, batches unfold', () => {
  expect(decode(encode('transferFrom', [ACCOUNT, OTHER, 5n, TOKEN]))).toMatchObject({
    outflows: [{ token: TOKEN, amountBaseUnits: 5n }],
    recipients: [OTHER],
  })
  const batch = [
    { from: ACCOUNT, to: OTHER, amount: 5n, token: TOKEN },
    { from: OTHER, to: ACCOUNT, amount: 5n, token: TOKEN },
  ]
  const inner = decode(encode('transferFrom', [batch]))?.inner
  expect(inner?.map((leaf) => 'forbidden' in leaf && leaf.forbidden)).toEqual([
    false,
    'Permit2 transferFrom of another account',
  ])
})

test('behavior: other targets, calls with value and any bytes are left alone without throwing', () => {
  const data = encode('approve', [TOKEN, OTHER, 1n, 1])
  expect(decode(data, OTHER)).toBeUndefined()
  expect(decode(data, PERMIT2, 1n)).toBeUndefined()
  expect(decode(`${data}00`)).toBeUndefined()
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      decode(`0x${Buffer.from(bytes).toString('hex')}`)
      decode(`0x2a2d80d1${Buffer.from(bytes).toString('hex')}`)
    }),
  )
})
