import type { Hex } from 'viem'
import { BaseUnitsSchema } from '../../core/schema.ts'
import { safeStateAbi } from './abi.ts'
import { BASE } from './base.ts'
import { defineSafeAct } from './define-safe-act.ts'

/** Use the next nonce of the owner's Safe up for nothing, so that what was signed for it is void. */
export const TOOL_DEF = defineSafeAct({
  name: 'wallet_reject_safe_transaction',
  description: "Void what is signed for the next nonce of the owner's Safe by an empty transaction at it.",
  riskTier: 'layer2',
  promptSnippet:
    "wallet_reject_safe_transaction voids whatever is signed for the next nonce of the owner's Safe: its owners sign an empty transaction at that nonce.",
  promptGuidelines: ['Signatures of a Safe have no deadline: what is not wanted any more has to be voided.'],
  members: { nonce: BaseUnitsSchema },
  errorCodes: ['SAFE_NONCE_NOT_NEXT'],
  async encode({ nonce }, { safe }, { chain }): Promise<Hex> {
    const next = await chain.readContract({ address: safe, abi: safeStateAbi, functionName: 'nonce' })
    if (BigInt(nonce) !== next) {
      throw BASE.error('SAFE_NONCE_NOT_NEXT', { safe, found: BigInt(nonce), expected: next })
    }
    return '0x'
  },
})
