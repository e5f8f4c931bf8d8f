import type { Address } from 'viem'
import { NATIVE_TOKEN } from '../../core/address-book.ts'
import type { ToolContext } from '../../core/context.ts'
import type { AssetDelta } from '../../core/outcome.ts'
import type { SettlementInput } from '../../core/tool-def.ts'
import { positionManagerAbi } from './abi.ts'
import { BASE } from './base.ts'

/** Ask the position manager through which Permit2 it is paid; the router is paid through the same. */
export const readPermit2 = ({ book, chain }: Pick<ToolContext, 'book' | 'chain'>): Promise<Address> =>
  chain.readContract({
    address: BASE.on(book).positionManager,
    abi: positionManagerAbi,
    functionName: 'permit2',
  })

/** Native coins come and go without a log: of a transaction that went through, what its plan stated. */
export const readNative = (
  { expectation }: SettlementInput['plan'],
  { status }: SettlementInput['receipt'],
): AssetDelta[] =>
  status === 'success' ? expectation.assets.filter(({ token }) => token === NATIVE_TOKEN) : []
