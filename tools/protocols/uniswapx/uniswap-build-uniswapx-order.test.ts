import { type Address, getAddress } from 'viem'
import { expect, test } from 'vitest'
import type { ToolContext } from '../../core/context.ts'
import { ORDER } from './order-for-tests.ts'
import { TOOL_DEF } from './uniswap-build-uniswapx-order.ts'

const [ACCOUNT, PERMIT2, MULTICALL, TOKEN_IN, TOKEN_OUT] = ['5', '6', '7', '8', '9'].map((digit) =>
  getAddress(`0x${digit.repeat(40)}`),
) as [Address, Address, Address, Address, Address]
const token = (symbol: string, address: Address) => ({ symbol, name: symbol, address, decimals: 18 })
const SALE = { tokenIn: 'IN', tokenOut: 'OUT', amountInBaseUnits: '10', startAmountOutBaseUnits: '5' }

/** Build an order where the reactor pays through some contract. */
const build = (paidThrough: Address) =>
  TOOL_DEF.read({ ...SALE, ttlSeconds: 60 }, {
    account: ACCOUNT,
    book: {
      chainId: 1,
      nativeSymbol: 'ETH',
      multicall: MULTICALL,
      tokens: [token('IN', TOKEN_IN), token('OUT', TOKEN_OUT)],
      protocols: {
        uniswapx: { reactor: ORDER.info.reactor, orderQuoter: ACCOUNT },
        permit2: { permit2: PERMIT2 },
      },
    },
    chain: {
      multicall: async ({
        contracts,
      }: {
        readonly contracts: readonly { readonly functionName: string }[]
      }) =>
        contracts.map(({ functionName }) =>
          functionName === 'permit2' ? paidThrough : functionName === 'nonceBitmap' ? 1n : 1_000n,
        ),
    },
    step: () => undefined,
  } as unknown as ToolContext)

test('default: an order has the first nonce that is not used up, and the time of the chain', async () => {
  expect(await build(PERMIT2)).toMatchObject({ nonce: '1', deadlineSeconds: '1060' })
})

test('I39: error: CHAIN_READ_FAILED where the reactor pays through another Permit2 than the one that is known', async () => {
  await expect(build(MULTICALL)).rejects.toMatchObject({ code: 'CHAIN_READ_FAILED' })
})
