import { type BaseError, createPublicClient, custom, encodeErrorResult, http, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { describeCause } from './describe-cause.ts'
import { ToolError } from './errors.ts'

const ADDRESS = '0x1111111111111111111111111111111111111111'

/** What viem throws where a node answers with an error. */
async function failWith(error: object): Promise<BaseError> {
  const transport = custom({ request: () => Promise.reject(error) }, { retryCount: 0 })
  return createPublicClient({ transport })
    .readContract({
      address: ADDRESS,
      abi: parseAbi(['function value() view returns (uint256)']),
      functionName: 'value',
    })
    .then(
      () => expect.unreachable(),
      (cause) => cause,
    )
}

test.each([
  [-32_000, 'header not found'],
  [-32_602, 'the connection was refused'],
  [-32_005, 'daily request count exceeded'],
])('default: a node that answers %d is told in its own words', async (code, message) => {
  expect(describeCause(await failWith({ code, message }))).toBe(message)
})

test('default: of a revert the reason is told', async () => {
  const data = encodeErrorResult({ abi: parseAbi(['error Error(string reason)']), args: ['not yet'] })
  const reason = await failWith({ code: 3, message: 'execution reverted', data })
  expect(describeCause(reason)).toBe(
    'The contract function "value" reverted with the following reason: not yet',
  )
})

test('behavior: neither the URL nor the bytes of a request that failed are told', async () => {
  const client = createPublicClient({
    transport: http('http://127.0.0.1:1/a-key-of-somebody', { retryCount: 0 }),
  })
  const cause = await client.call({ to: ADDRESS, data: '0x12345678' }).catch((error: unknown) => error)
  expect(String(cause)).toContain('a-key-of-somebody')
  expect(describeCause(cause)).toBe('HTTP request failed.')
})

test('behavior: an error of the stack is told in short, and what is no error as text', () => {
  expect(describeCause(new ToolError('ZERO_AMOUNT', { parameter: 'amount' }))).toBe('amount is zero')
  expect(describeCause(new Error('gone'))).toBe('gone')
  expect(describeCause('gone')).toBe('gone')
})

test.each([
  Object.create(null),
  { toString: () => ({}) },
  Object.assign(new Error(), { message: { toString: null } }),
])('behavior: what has no text is told by its type (%#)', (cause) => {
  expect(describeCause(cause)).toBe('object without a text')
})

test('behavior: of a fetch that failed it is told what failed, of several addresses the code', () => {
  const refused = Object.assign(new AggregateError([new Error('one'), new Error('two')], ''), {
    code: 'ECONNREFUSED',
  })
  expect(describeCause(new TypeError('fetch failed', { cause: new Error('bad port') }))).toBe('bad port')
  expect(describeCause(new TypeError('fetch failed', { cause: refused }))).toBe('ECONNREFUSED')
  expect(describeCause(refused)).toBe('ECONNREFUSED')
})

test('behavior: a node may say what it likes: one line of it is told, and no part of a word', async () => {
  const key = 'a-part-of-0123456789abcdef'
  const told = describeCause(await failWith({ code: -32_000, message: `${'no '.repeat(330)}${key}` }))
  expect(told).toBe(`${'no '.repeat(330)}a-part-of-…`)
  expect(describeCause(new Error('first\n\n  second'))).toBe('first second')
})
