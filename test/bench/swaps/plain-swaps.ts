import type { Address, Hex } from 'viem'

/** A swap on Uniswap V3 without anything around it; plain data, since it goes to other processes. */
export interface PlainSwap {
  readonly tokenIn: Address
  readonly tokenOut: Address
  readonly amountInBaseUnits: string
  readonly feeUnits: number
}

/** Swaps of one account and the chain to fork for them. */
export interface PlainSwaps {
  readonly upstreamUrl: string
  readonly blockNumber: number
  readonly router: Address
  readonly privateKey: Hex
  readonly swaps: readonly PlainSwap[]
}

/** The actions that are used of a viem client, whichever viem it is of. */
export interface SwapClient {
  // biome-ignore lint/suspicious/noExplicitAny: clients of several viems, typed by each of them in its own way
  simulateContract(parameters: any): Promise<{ readonly request: unknown }>
  // biome-ignore lint/suspicious/noExplicitAny: see above
  writeContract(parameters: any): Promise<Hex>
  waitForTransactionReceipt(parameters: { readonly hash: Hex }): Promise<{ readonly status: string }>
  // biome-ignore lint/suspicious/noExplicitAny: see above
  readContract(parameters: any): Promise<unknown>
}

const SWAP_ABI = [
  {
    type: 'function',
    name: 'exactInputSingle',
    stateMutability: 'payable',
    inputs: [
      {
        name: 'params',
        type: 'tuple',
        components: [
          { name: 'tokenIn', type: 'address' },
          { name: 'tokenOut', type: 'address' },
          { name: 'fee', type: 'uint24' },
          { name: 'recipient', type: 'address' },
          { name: 'amountIn', type: 'uint256' },
          { name: 'amountOutMinimum', type: 'uint256' },
          { name: 'sqrtPriceLimitX96', type: 'uint160' },
        ],
      },
    ],
    outputs: [{ name: 'amountOut', type: 'uint256' }],
  },
] as const

const BALANCE_ABI = [
  {
    type: 'function',
    name: 'balanceOf',
    stateMutability: 'view',
    inputs: [{ name: 'account', type: 'address' }],
    outputs: [{ name: 'balance', type: 'uint256' }],
  },
] as const

/** Play swaps the way that viem's documentation shows: simulate, write, wait for the receipt, read two balances. */
export async function playPlainSwaps(
  client: SwapClient,
  account: { readonly address: Address },
  { router, swaps }: PlainSwaps,
): Promise<void> {
  for (const { tokenIn, tokenOut, amountInBaseUnits, feeUnits } of swaps) {
    const params = {
      tokenIn,
      tokenOut,
      fee: feeUnits,
      recipient: account.address,
      amountIn: BigInt(amountInBaseUnits),
      amountOutMinimum: 0n,
      sqrtPriceLimitX96: 0n,
    }
    const call = { address: router, abi: SWAP_ABI, functionName: 'exactInputSingle', args: [params], account }
    const { request } = await client.simulateContract(call)
    const hash = await client.writeContract(request)
    const { status } = await client.waitForTransactionReceipt({ hash })
    if (status !== 'success') throw new Error(`the plain swap ${hash} reverted`)
    const read = (address: Address) =>
      client.readContract({ address, abi: BALANCE_ABI, functionName: 'balanceOf', args: [account.address] })
    await Promise.all([read(tokenIn), read(tokenOut)])
  }
}
