import { type Address, parseAbi } from 'viem'
import { encodeFunctionData } from '../core/encode-function-data.ts'
import type { Call } from '../core/plan.ts'

/** What gives an allowance that another contract than the token keeps (`IAllowanceTransfer.sol`). */
const allowanceAbi = parseAbi([
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
])

/** An allowance that a keeper holds until the end of the block in which it is given, whose expiry is told as zero. */
export const allowThrough = (keeper: Address, token: Address, spender: Address, amount: bigint): Call => ({
  to: keeper,
  valueWei: 0n,
  data: encodeFunctionData({
    abi: allowanceAbi,
    functionName: 'approve',
    args: [token, spender, amount, 0],
  }),
})
