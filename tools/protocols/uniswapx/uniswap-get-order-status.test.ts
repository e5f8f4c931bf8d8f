import { type Address, getAddress } from 'viem'
import { expect, test } from 'vitest'
import type { ToolContext } from '../../core/context.ts'
import { encodeOrder } from './order.ts'
import { ORDER } from './order-for-tests.ts'
import { TOOL_DEF } from './uniswap-get-order-status.ts'

const [ACCOUNT, PERMIT2] = ['5', '6'].map((digit) => getAddress(`0x${digit.repeat(40)}`)) as [
  Address,
  Address,
]
const { deadline, nonce, reactor } = ORDER.info

/** A chain at a time, on which the nonces of a mask are used up, and which logs how. */
const read = (
  atSeconds: bigint,
  used = 0n,
  invalidations: readonly { readonly word: bigint; readonly mask: bigint }[] = [],
) =>
  TOOL_DEF.read({ order: encodeOrder(ORDER) }, {
    account: ACCOUNT,
    book: {
      chainId: 1,
      nativeSymbol: 'ETH',
      tokens: [],
      protocols: { uniswapx: { reactor, orderQuoter: ACCOUNT }, permit2: { permit2: PERMIT2 } },
    },
    chain: {
      readContract: async () => used,
      getBlock: async () => ({ timestamp: atSeconds, number: 10n }),
      getContractEvents: async ({ eventName }: { readonly eventName: string }) =>
        eventName === 'Fill' ? [] : invalidations.map((args) => ({ args })),
    },
    step: () => undefined,
  } as unknown as ToolContext)

test('behavior: an order is open until its deadline, that second included', async () => {
  expect(await read(deadline)).toMatchObject({ status: 'open' })
  expect(await read(deadline + 1n)).toMatchObject({ status: 'expired' })
})

const own = 1n << nonce

test.each([
  ['its own', [{ word: 0n, mask: own }], 'cancelled'],
  ['its own among others', [{ word: 0n, mask: own | 1n }], 'cancelled'],
  ['another of its word', [{ word: 0n, mask: own << 1n }], 'used'],
  ['that of its place in another word', [{ word: 1n, mask: own }], 'used'],
  ['none', [], 'used'],
])('behavior: of the nonces that were invalidated its own alone cancels it: %s', async (_, logs, status) => {
  expect(await read(deadline, own, logs)).toMatchObject({ status })
})
