import { type Address, zeroAddress } from 'viem'
import type { ToolContext } from '../../core/context.ts'
import { decodeFunctionResult } from '../../core/decode-function-result.ts'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import { ToolError } from '../../core/errors.ts'
import { parseEventLogs } from '../../core/event-logs.ts'
import { ownerGateAbi } from '../../core/generated/owner-gate-abi.ts'
import { hasCode } from '../../core/has-code.ts'
import { EMPTY_OUTCOME } from '../../core/outcome.ts'
import { planAccountTransaction } from '../../core/plan.ts'
import { AddressSchema, BaseUnitsSchema, Type } from '../../core/schema.ts'
import { definePrivilegedTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { logsOfCalled } from '../../kit/logs-of-called.ts'
import { NO_STATE } from '../../kit/usd-price.ts'
import { BASE } from './base.ts'

const NAME = 'safety_give_up_approval'

/** Give up an approval of the owner's, so that what was signed is worth nothing: the gate takes this from its owner alone. */
export const TOOL_DEF = definePrivilegedTool({
  name: NAME,
  description: "Give up an owner approval that was signed and not used yet, by the owner's own account.",
  category: 'safety',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['gate', 'build'],
  spriteTrigger: 'executing',
  promptSnippet:
    "safety_give_up_approval makes an owner approval that was signed and not used yet worth nothing, by its nonce; the owners of the owner's account sign the very call.",
  promptGuidelines: [
    'safety_list_owner_approvals says which nonces are open.',
    'What is given up stays so: an approval that is wanted again needs another nonce.',
    'An owner that is a key sends invalidate to its gate by itself: the stack has no way to.',
  ],
  supportedChains: EVM_CHAINS,
  input: Type.Object(
    {
      nonce: Type.String({ ...BaseUnitsSchema, description: 'nonce of the approval that was signed' }),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({ gate: AddressSchema, nonce: BaseUnitsSchema, givenUp: Type.Boolean() }),
  errorCodes: [
    'APPROVAL_NOT_CONFIGURED',
    'APPROVAL_ENDED',
    'APPROVER_IS_A_KEY',
    'CHAIN_READ_FAILED',
    'INVALID_PARAMS',
  ],
  async plan({ nonce: named }, ctx) {
    const { owner: gate, approver } = ctx.safety.configured()
    if (approver === undefined) throw new ToolError('APPROVAL_NOT_CONFIGURED', { tool: NAME })
    const nonce = BigInt(named)
    if (nonce >= 2n ** 256n) {
      throw new ToolError('INVALID_PARAMS', { path: '/nonce', problem: 'is no number below 2^256' })
    }
    ctx.step('gate')
    const { isUsed, isKey } = await readGate({ gate, approver, nonce }, ctx)
    if (isKey) throw BASE.error('APPROVER_IS_A_KEY', { owner: approver, gate, nonce: named })
    if (isUsed) throw BASE.error('APPROVAL_ENDED', { nonce: named, gate })
    ctx.step('build')
    const data = encodeFunctionData({ abi: ownerGateAbi, functionName: 'invalidate', args: [nonce] })
    return planAccountTransaction(approver, { to: gate, valueWei: 0n, data }, {})
  },
  settle({ params, plan, receipt }) {
    const nonce = BigInt(params.nonce)
    const gate = plan.calls[0]?.to ?? zeroAddress
    const ended = parseEventLogs({
      abi: ownerGateAbi,
      eventName: 'Invalidated',
      logs: logsOfCalled({ plan, receipt }),
    })
    return {
      data: {
        gate,
        nonce: nonce.toString(),
        givenUp: ended.some(({ args }) => args.nonce === nonce),
      },
      actualOutcome: EMPTY_OUTCOME,
      groundTruthSource: 'log_comparison',
    }
  },
})

/** Read whether a nonce of the gate is used up, and whether who approves is a key. @throws ToolError CHAIN_READ_FAILED */
async function readGate(
  { gate, approver, nonce }: { readonly gate: Address; readonly approver: Address; readonly nonce: bigint },
  { chain }: Pick<ToolContext, 'chain'>,
): Promise<{ readonly isUsed: boolean; readonly isKey: boolean }> {
  const { codeHashes, views } = await chain.readState({
    ...NO_STATE,
    codeHashes: [approver],
    views: [
      { to: gate, data: encodeFunctionData({ abi: ownerGateAbi, functionName: 'used', args: [nonce] }) },
    ],
  })
  const [answer] = views
  if (answer === undefined) {
    throw new ToolError('CHAIN_READ_FAILED', {
      subject: `the nonce ${nonce}`,
      reason: `${gate} did not answer`,
    })
  }
  return {
    isUsed: decodeFunctionResult({ abi: ownerGateAbi, functionName: 'used', data: answer }),
    isKey: !hasCode(codeHashes[0]),
  }
}
