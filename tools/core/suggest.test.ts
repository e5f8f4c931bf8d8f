import { expect, test } from 'vitest'
import { findNearest } from './suggest.ts'

const CODES = [
  'SPEND_PER_TRANSACTION',
  'SPEND_PER_DAY',
  'PERMIT_NOT_PENDING',
  'PHASE_FORBIDS_CLASS',
  'HALTED',
]
const LAYERS = ['schema', 'policy-cage', 'allowlist-guard', 'spending-limiter', 'rate-limiter', 'phase']
const TOOLS = ['data_get_token_price', 'uniswap_get_quote', 'uniswap_execute_swap', 'weth_wrap_eth']

test.each([
  ['SPEND_PER_TRANSACTON', CODES, 'SPEND_PER_TRANSACTION'],
  ['PERMIT', CODES, 'PERMIT_NOT_PENDING'],
  ['PERMIT_NOT_FOUND', CODES, 'PERMIT_NOT_PENDING'],
  ['FORBIDDEN_CLASS', CODES, 'PHASE_FORBIDS_CLASS'],
  ['spending', LAYERS, 'spending-limiter'],
  ['allowlist', LAYERS, 'allowlist-guard'],
  ['the cage', LAYERS, 'policy-cage'],
  ['get_token_price', TOOLS, 'data_get_token_price'],
  ['swap', TOOLS, 'uniswap_execute_swap'],
  ['getTokenPrice', TOOLS, 'data_get_token_price'],
  ['slipage', ['tokenIn', 'slippageBps'], 'slippageBps'],
  ['amount', ['token', 'amountBaseUnits'], 'amountBaseUnits'],
])('behavior: %s', (name, known, nearest) => {
  expect(findNearest(name, known)).toBe(nearest)
})

test.each(['', 'x', 'of', 'something else entirely'])('behavior: "%s" is near to nothing', (name) => {
  expect(findNearest(name, [...CODES, ...LAYERS, ...TOOLS, 'lp'])).toBeUndefined()
})
