import type { Address } from 'viem'
import { NATIVE_TOKEN } from '../../core/address-book.ts'
import type { ToolContext } from '../../core/context.ts'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import type { AssetDelta } from '../../core/outcome.ts'
import type { Call } from '../../core/plan.ts'
import type { SettlementInput } from '../../core/tool-def.ts'
import { allowanceAbi, positionManagerAbi } from './abi.ts'
import { BASE } from './base.ts'

/** Ask the position manager through which Permit2 it is paid; the router is paid through the same. */
export const readPermit2 = ({ book, chain }: Pick<ToolContext, 'book' | 'chain'>): Promise<Address> =>
  chain.readContract({
    address: BASE.on(book).positionManager,
    abi: positionManagerAbi,
    functionName: 'permit2',
  })

/** An allowance that Permit2 keeps until the end of the block in which it is given, whose expiry is told as zero. */
export const allowThrough = (permit2: Address, token: Address, spender: Address, amount: bigint): Call => ({
  to: permit2,
  valueWei: 0n,
  data: encodeFunctionData({
    abi: allowanceAbi,
    functionName: 'approve',
    args: [token, spender, amount, 0],
  }),
})

/** Native coins come and go without a log: of a transaction that went through, what its plan stated. */
export const readNative = (
  { expectation }: SettlementInput['plan'],
  { status }: SettlementInput['receipt'],
): AssetDelta[] =>
  status === 'success' ? expectation.assets.filter(({ token }) => token === NATIVE_TOKEN) : []
