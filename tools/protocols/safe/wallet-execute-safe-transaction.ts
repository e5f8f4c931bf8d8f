import { zeroAddress } from 'viem'
import { EMPTY_OUTCOME } from '../../core/outcome.ts'
import { planAccountTransaction } from '../../core/plan.ts'
import { readTransferDeltas } from '../../core/receipt-deltas.ts'
import { HashSchema, Type } from '../../core/schema.ts'
import { definePrivilegedTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { safeStateAbi } from './abi.ts'
import { BASE } from './base.ts'
import { readAct, SafeActSchema } from './define-safe-act.ts'
import { callOf, expectPayment, findProposal } from './proposals.ts'
import { findOwnSafe } from './read-own-safe.ts'

const NAME = 'wallet_execute_safe_transaction'

/** Carry out a proposal with the signatures of as many owners as have to sign it. */
export const TOOL_DEF = definePrivilegedTool({
  name: NAME,
  description: "Carry out a proposal for the owner's Safe with its owners' signatures.",
  category: 'wallet',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['nonce'],
  spriteTrigger: 'executing',
  promptSnippet:
    "wallet_execute_safe_transaction carries out a proposal for the owner's Safe at its turn: as many owners as must sign give their signatures over it.",
  promptGuidelines: ['wallet_list_safe_proposals tells which proposal is next.'],
  supportedChains: EVM_CHAINS,
  input: Type.Object({ proposalId: HashSchema }, { additionalProperties: false }),
  output: SafeActSchema,
  errorCodes: ['APPROVAL_NOT_CONFIGURED', 'NOT_FOUND', 'SAFE_NONCE_NOT_NEXT', 'CHAIN_READ_FAILED'],
  async plan({ proposalId }, ctx) {
    const safe = findOwnSafe(NAME, ctx)
    const proposal = findProposal(proposalId, safe, ctx)
    ctx.step('nonce')
    const next = await ctx.chain.readContract({ address: safe, abi: safeStateAbi, functionName: 'nonce' })
    const nonce = BigInt(proposal.nonce)
    if (nonce !== next) throw BASE.error('SAFE_NONCE_NOT_NEXT', { safe, found: nonce, expected: next })
    const call = callOf(proposal)
    return planAccountTransaction(safe, call, expectPayment(call, ctx.account))
  },
  settle({ plan, receipt, account }) {
    return {
      data: readAct(plan.maker ?? zeroAddress, receipt),
      actualOutcome: { ...EMPTY_OUTCOME, assets: readTransferDeltas(receipt, account) },
      groundTruthSource: 'receipt',
    }
  },
})
