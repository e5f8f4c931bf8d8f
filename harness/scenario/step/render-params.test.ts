import { expect, test } from 'vitest'
import { ACTORS } from '../../world/actors.ts'
import { renderParams } from './render-params.ts'

const words = { amount: (token: string, baseUnits: bigint) => `${baseUnits / 10n ** 6n} ${token}` }
const render = (params: unknown) => renderParams(params, words)

test('behavior: amounts are whole tokens, by the token beside them', () => {
  expect(render({ token: 'USDC', amountBaseUnits: '5000000' })).toBe('token USDC, amount 5 USDC')
  const swap = { tokenIn: 'A', tokenOut: 'B', amountInBaseUnits: '1000000' }
  expect(render({ ...swap, amountOutMinimumBaseUnits: '2000000' })).toBe(
    'tokenIn A, tokenOut B, amountIn 1 A, amountOutMinimum 2 B',
  )
  expect(render({ tokenA: 'A', tokenB: 'B', amountABaseUnits: '1000000', amountBBaseUnits: '2000000' })).toBe(
    'tokenA A, tokenB B, amountA 1 A, amountB 2 B',
  )
  expect(render({ tokens: ['A', 'B', 'C'], amountInBaseUnits: '1000000' })).toBe(
    'tokens [A, B, C], amountIn 1 A',
  )
})

test('behavior: what is bought for a token at most is an amount of another one', () => {
  const bought = { token: 'USDC', amountBaseUnits: '5000000', mostInBaseUnits: '9000000' }
  expect(render(bought)).toBe('token USDC, amountBaseUnits 5000000, mostIn 9 USDC')
})

test('behavior: an amount of no token, or none at all, stays as it is', () => {
  expect(render({ amountBaseUnits: '5000000' })).toBe('amountBaseUnits 5000000')
  expect(render({ token: 'USDC', amountBaseUnits: '-1' })).toBe('token USDC, amountBaseUnits -1')
  expect(render({ token: 'USDC', amountBaseUnits: 5 })).toBe('token USDC, amountBaseUnits 5')
})

test('behavior: actors go by their names, and structures read as in a file', () => {
  const recipient = ACTORS.recipient.address.toLowerCase()
  expect(render({ recipient, venue: { protocol: 'aave-v3', isOwn: true }, legs: [1, null] })).toBe(
    'recipient recipient, venue { protocol: aave-v3, isOwn: true }, legs [1, null]',
  )
})

test('behavior: what is no structure has no parameters', () => {
  for (const none of [undefined, null, 5, 'x', ['x']]) expect(render(none)).toBe('')
})
