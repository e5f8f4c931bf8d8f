import {
  type Abi,
  type Address,
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  getAddress,
  type Hex,
  parseAbiItem,
  size,
  zeroAddress,
} from 'viem'
import type { AddressBook } from '../../tools/core/address-book.ts'
import type { Call } from '../../tools/core/plan.ts'
import { multicall3Abi } from '../../tools/kit/bundle-abi.ts'
import { multiSendAbi, safeActionsAbi } from '../../tools/protocols/safe/abi.ts'
import { accountActionsAbi, executionsParameters } from '../../tools/protocols/smart-account/abi.ts'
import { swapRouterAbi } from '../../tools/protocols/uniswap-v3/abi.ts'

/** An address of one repeated digit. */
export const at = (digit: string): Address => getAddress(`0x${digit.repeat(40)}`)

export const [usdc, dai, unknownToken] = [at('c'), at('d'), at('9')] as const
export const account = at('a')
export const attacker = at('e')
export const router = at('1')
export const permit2 = at('2')
export const weth = at('b')
const bundler = at('5')

/** A book with two tokens, Permit2 and the V3 contracts. */
export const book: AddressBook = {
  chainId: 31_337,
  nativeSymbol: 'ETH',
  tokens: [
    { symbol: 'USDC', name: 'USD Coin', address: usdc, decimals: 6 },
    { symbol: 'DAI', name: 'Dai', address: dai, decimals: 18 },
  ],
  wrappedNative: weth,
  protocols: {
    permit2: { permit2, permitSingleScheme: at('8') },
    weth: { weth },
    'uniswap-v3': {
      factory: at('3'),
      swapRouter: router,
      quoter: at('4'),
      positionManager: at('6'),
      tickLens: at('7'),
      staker: at('f'),
    },
  },
}

export const callTo = (to: Address, data: Hex, valueWei = 0n): Call => ({ to, valueWei, data })

const executions = (calls: readonly Call[]) =>
  calls.map(({ to, valueWei, data }) => ({ target: to, value: valueWei, callData: data }))

const sumValue = (calls: readonly Call[]) => calls.reduce((sum, { valueWei }) => sum + valueWei, 0n)

const wrap = (calls: readonly Call[], data: Hex) => callTo(bundler, data, sumValue(calls))

/** Encode calls for `multiSend`, each with its operation. */
const packMultiSend = (calls: readonly Call[], operation = 0): Hex =>
  concat(
    calls.map(({ to, valueWei, data }) =>
      encodePacked(
        ['uint8', 'address', 'uint256', 'uint256', 'bytes'],
        [operation, to, valueWei, BigInt(size(data)), data],
      ),
    ),
  )

const execTransaction = ({ to, valueWei, data }: Call, operation: number) =>
  encodeFunctionData({
    abi: safeActionsAbi,
    functionName: 'execTransaction',
    args: [to, valueWei, data, operation, 0n, 0n, 0n, zeroAddress, zeroAddress, '0x'],
  })

const mode = (callType: string): Hex => `0x${callType.padEnd(64, '0')}`

/** Every way to put a list of calls into one, by name; what takes one call only takes the others nested. */
export const WRAPPERS: Readonly<Record<string, (calls: readonly Call[]) => Call>> = {
  aggregate3: (calls) =>
    wrap(
      calls,
      encodeFunctionData({
        abi: multicall3Abi,
        functionName: 'aggregate3Value',
        args: [executions(calls).map((call) => ({ ...call, allowFailure: true }))],
      }),
    ),
  multiSend: (calls) =>
    wrap(
      calls,
      encodeFunctionData({ abi: multiSendAbi, functionName: 'multiSend', args: [packMultiSend(calls)] }),
    ),
  execTransaction: (calls) => {
    const inner =
      calls.length === 1 ? (calls[0] as Call) : (WRAPPERS.multiSend as (c: typeof calls) => Call)(calls)
    return wrap(calls, execTransaction(inner, 0))
  },
  executeBatch: (calls) =>
    wrap(
      calls,
      encodeFunctionData({
        abi: accountActionsAbi,
        functionName: 'executeBatch',
        args: [
          calls.map(({ to }) => to),
          calls.map(({ valueWei }) => valueWei),
          calls.map(({ data }) => data),
        ],
      }),
    ),
  erc7579: (calls) =>
    wrap(
      calls,
      encodeFunctionData({
        abi: accountActionsAbi,
        functionName: 'execute',
        args: [mode('01'), encodeAbiParameters(executionsParameters, [executions(calls)])],
      }),
    ),
}

/** Calls that run another contract's code in the place of their caller. */
export const DELEGATECALLS: Readonly<Record<string, (call: Call) => Call>> = {
  multiSend: (call) =>
    callTo(
      bundler,
      encodeFunctionData({
        abi: multiSendAbi,
        functionName: 'multiSend',
        args: [packMultiSend([call], 1)],
      }),
    ),
  execTransaction: (call) => callTo(bundler, execTransaction(call, 1)),
  execTransactionFromModule: ({ to, valueWei, data }) =>
    callTo(
      bundler,
      encodeFunctionData({
        abi: safeActionsAbi,
        functionName: 'execTransactionFromModule',
        args: [to, valueWei, data, 1],
      }),
    ),
  erc7579: ({ to, data }) =>
    callTo(
      bundler,
      encodeFunctionData({
        abi: accountActionsAbi,
        functionName: 'execute',
        args: [mode('ff'), concat([to, data])],
      }),
    ),
}

export const swap = (amountIn: bigint, recipient: Address = account): Call =>
  callTo(
    router,
    encodeFunctionData({
      abi: swapRouterAbi,
      functionName: 'exactInputSingle',
      args: [
        {
          tokenIn: usdc,
          tokenOut: dai,
          fee: 500,
          recipient,
          amountIn,
          amountOutMinimum: 0n,
          sqrtPriceLimitX96: 0n,
        },
      ],
    }),
  )

/** Encode a call of a function given as text. */
export const callOf = (to: Address, signature: string, args: readonly unknown[]): Call => {
  const abi = [parseAbiItem(`function ${signature}` as string)] as Abi
  return callTo(to, encodeFunctionData({ abi, args }))
}
