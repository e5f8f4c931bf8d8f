import { type Address, encodeAbiParameters, encodeEventTopics, encodeFunctionData, getAddress } from 'viem'
import { expect, test } from 'vitest'
import { NATIVE_TOKEN } from '../../core/address-book.ts'
import { COMMAND_INPUTS, routerAbi, wrappedNativeAbi } from './abi.ts'
import { TOOL_DEF } from './uniswap-swap-native-eth.ts'

const [ACCOUNT, ROUTER, WRAPPED, SOLD, STRANGER] = ['a', 'b', 'c', 'd', 'e'].map((digit) =>
  getAddress(`0x${digit.repeat(40)}`),
) as [Address, Address, Address, Address, Address]

/** A pair's swap into the router, and the unwrapping of what it holds. */
const CALL = {
  to: ROUTER,
  valueWei: 0n,
  data: encodeFunctionData({
    abi: routerAbi,
    functionName: 'execute',
    args: [
      '0x080c',
      [
        encodeAbiParameters(COMMAND_INPUTS.v2Swap, [ROUTER, 1n, 1n, [SOLD, WRAPPED], true]),
        encodeAbiParameters(COMMAND_INPUTS.wrap, [ACCOUNT, 1n]),
      ],
      1n,
    ],
  }),
}

const unwrapped = (address: Address, src: Address, amount: bigint) => ({
  address,
  topics: encodeEventTopics({ abi: wrappedNativeAbi, eventName: 'Withdrawal', args: { src } }),
  data: encodeAbiParameters([{ type: 'uint256' }], [amount]),
})

test('I61: coins come by what the router unwraps, and not by what others do or another token logs', () => {
  const logs = [
    unwrapped(WRAPPED, ROUTER, 7n),
    unwrapped(WRAPPED, STRANGER, 100n),
    unwrapped(SOLD, ROUTER, 1_000n),
  ]
  const { actualOutcome } = TOOL_DEF.settle({
    plan: { calls: [CALL], expectation: { assets: [], allowances: [] } },
    receipt: { status: 'success', logs },
    account: ACCOUNT,
    params: {},
  } as never)
  expect(actualOutcome.assets).toEqual([{ token: NATIVE_TOKEN, account: ACCOUNT, deltaBaseUnits: 7n }])
})
