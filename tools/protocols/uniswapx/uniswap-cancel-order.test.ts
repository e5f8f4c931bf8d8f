import { zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import { TOOL_DEF } from './uniswap-cancel-order.ts'

test('error: a cancellation that did not happen names no nonce, not even the first', () => {
  const { data } = TOOL_DEF.settle({
    receipt: { status: 'reverted', logs: [] },
    account: zeroAddress,
  } as never)
  expect(data).toEqual({ nonce: null, word: null })
})
