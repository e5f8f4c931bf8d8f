import { expect, test } from 'vitest'
import { TOOL_DEF } from './data-get-account-nonces.ts'

const OPERATOR = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

const read = (latest: number, pending: number) =>
  TOOL_DEF.read({}, {
    operator: OPERATOR,
    step: () => undefined,
    chain: {
      getTransactionCount: async ({ blockTag }: { readonly blockTag: string }) =>
        blockTag === 'pending' ? pending : latest,
    },
  } as never)

test('behavior: what waits is what the pool has beyond the blocks', async () => {
  expect(await read(5, 8)).toEqual({
    account: OPERATOR,
    isOperator: true,
    latestNonce: 5,
    pendingNonce: 8,
    unconfirmedCount: 3,
  })
  expect(await read(9, 8)).toMatchObject({ unconfirmedCount: 0 })
})
