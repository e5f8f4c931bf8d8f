import {
  type Address,
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionResult,
  erc20Abi,
  getAddress,
  type Hex,
} from 'viem'
import { expect, test } from 'vitest'
import type { ToolContext } from '../../core/context.ts'
import type { TransactionPlan } from '../../core/plan.ts'
import { quoterAbi } from './abi.ts'
import { encodeOrder, type Order } from './order.ts'
import { ORDER } from './order-for-tests.ts'
import { TOOL_DEF } from './uniswap-fill-order.ts'

const [ACCOUNT, QUOTER, MULTICALL] = ['5', '6', '7'].map((digit) => getAddress(`0x${digit.repeat(40)}`)) as [
  Address,
  Address,
  Address,
]
const { reactor, swapper } = ORDER.info
const FEE_TAKER = getAddress(`0x${'8'.repeat(40)}`)
const sold = ORDER.input.token
const paid = ORDER.outputs[0].token

/** A quoter that says what an order comes to; without it none is asked. */
const plan = (order: Order, resolved?: Hex) =>
  TOOL_DEF.plan({ order: encodeOrder(order), signature: '0x1234' }, {
    account: ACCOUNT,
    book: {
      chainId: 1,
      nativeSymbol: 'ETH',
      multicall: MULTICALL,
      tokens: [],
      protocols: { uniswapx: { reactor, orderQuoter: QUOTER } },
    },
    chain: {
      readContract: async () =>
        resolved === undefined
          ? expect.fail('the quoter was asked')
          : [
              { success: true, returnData: resolved },
              { success: true, returnData: encodeAbiParameters([{ type: 'uint256' }], [1_500n]) },
            ],
    },
    step: () => undefined,
  } as unknown as ToolContext)

test.each<[string, Order]>([
  ['is of the account itself', { ...ORDER, info: { ...ORDER.info, swapper: ACCOUNT } }],
  [
    'asks a contract of its swapper',
    { ...ORDER, info: { ...ORDER.info, additionalValidationContract: FEE_TAKER } },
  ],
  [
    'is paid in native coins beside others',
    { ...ORDER, outputs: [ORDER.outputs[0], { ...ORDER.outputs[0], token: `0x${'0'.repeat(40)}` }] },
  ],
])('I31: error: ORDER_NOT_FILLABLE for one that %s', async (_, order) => {
  await expect(plan(order)).rejects.toMatchObject({ code: 'ORDER_NOT_FILLABLE' })
})

test('error: ORDER_UNKNOWN for the order of another reactor', async () => {
  const other = { ...ORDER, info: { ...ORDER.info, reactor: QUOTER } }
  await expect(plan(other)).rejects.toMatchObject({ code: 'ORDER_UNKNOWN' })
})

test('I7: the reactor may take the sum of what is paid, fees included, and nothing afterwards', async () => {
  const resolved = encodeFunctionResult({
    abi: quoterAbi,
    functionName: 'quote',
    result: {
      info: ORDER.info,
      input: { token: sold, amount: 3_000n, maxAmount: 3_000n },
      outputs: [
        { token: paid, amount: 1_000n, recipient: swapper },
        { token: paid, amount: 1n, recipient: FEE_TAKER },
      ],
      sig: '0x1234',
      hash: `0x${'0'.repeat(64)}`,
    },
  })
  const { calls, expectation } = (await plan(ORDER, resolved)) as TransactionPlan
  expect(calls.map(({ to }) => to.toLowerCase())).toEqual([paid, reactor.toLowerCase(), paid])
  const allowed = [calls[0], calls[2]].map(
    (call) => decodeFunctionData({ abi: erc20Abi, data: call?.data as Hex }).args,
  )
  expect(allowed).toEqual([
    [reactor, 1_001n],
    [reactor, 0n],
  ])
  expect(expectation.assets.map(({ deltaBaseUnits }) => deltaBaseUnits)).toEqual([3_000n, -1_001n])
  expect(expectation.allowances).toMatchObject([{ owner: ACCOUNT, spender: reactor, valueBaseUnits: 0n }])
})
