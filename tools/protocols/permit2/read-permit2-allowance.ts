import { type Address, erc20Abi, type Hex } from 'viem'
import type { ToolContext } from '../../core/context.ts'
import { multicall3Abi } from '../../kit/bundle-abi.ts'
import { inOneCall } from '../../kit/in-one-call.ts'
import { permit2Abi } from './abi.ts'
import { BASE } from './base.ts'

/** A Permit2 allowance with what it takes to judge it, read at one block. */
export interface Permit2Allowance {
  readonly amountBaseUnits: bigint
  readonly expirationSeconds: number
  /** Nonce of the next signed permit. */
  readonly nonce: number
  /** ERC-20 allowance of the owner for Permit2 itself, which caps what it can move. */
  readonly tokenAllowanceBaseUnits: bigint
  readonly domainSeparator: Hex
  readonly timestampSeconds: number
}

/**
 * Read a Permit2 allowance, the token's allowance for Permit2, and the head's time in one request.
 *
 * @throws ToolError PROTOCOL_NOT_DEPLOYED
 */
export async function readPermit2Allowance(
  ctx: Pick<ToolContext, 'chain' | 'book'>,
  { owner, token, spender }: { readonly owner: Address; readonly token: Address; readonly spender: Address },
): Promise<Permit2Allowance> {
  const permit2 = BASE.on(ctx.book).permit2
  const batch = inOneCall(ctx.book)
  const [allowance, tokenAllowanceBaseUnits, domainSeparator, timestamp] = await ctx.chain.multicall({
    ...batch,
    allowFailure: false,
    contracts: [
      { address: permit2, abi: permit2Abi, functionName: 'allowance', args: [owner, token, spender] },
      { address: token, abi: erc20Abi, functionName: 'allowance', args: [owner, permit2] },
      { address: permit2, abi: permit2Abi, functionName: 'DOMAIN_SEPARATOR' },
      { address: batch.multicallAddress, abi: multicall3Abi, functionName: 'getCurrentBlockTimestamp' },
    ],
  })
  const [amountBaseUnits, expirationSeconds, nonce] = allowance
  return {
    amountBaseUnits,
    expirationSeconds,
    nonce,
    tokenAllowanceBaseUnits,
    domainSeparator,
    timestampSeconds: Number(timestamp),
  }
}
