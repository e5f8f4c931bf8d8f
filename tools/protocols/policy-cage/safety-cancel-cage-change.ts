import type { Hex } from 'viem'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import { parseEventLogs } from '../../core/event-logs.ts'
import { policyCageAbi } from '../../core/generated/policy-cage-abi.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { EMPTY_OUTCOME } from '../../core/outcome.ts'
import { planOwnerTransaction } from '../../core/plan.ts'
import { HashSchema, Type } from '../../core/schema.ts'
import { definePrivilegedTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'

/** Drop a queued loosening of the cage as its owner; its guardian drops one by a call of its own. */
export const TOOL_DEF = definePrivilegedTool({
  name: 'safety_cancel_cage_change',
  description: "Drop a queued loosening of the PolicyCage, with the owner's approval.",
  category: 'safety',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['build'],
  spriteTrigger: 'executing',
  promptSnippet:
    "safety_cancel_cage_change drops a queued loosening by its id, so that it cannot be applied any more; it needs the owner's approval.",
  promptGuidelines: ['safety_list_cage_changes tells the ids.'],
  supportedChains: EVM_CHAINS,
  input: Type.Object({ changeId: HashSchema }, { additionalProperties: false }),
  output: Type.Object({ changeId: HashSchema, cancelled: Type.Boolean() }),
  errorCodes: [],
  async plan({ changeId }, ctx) {
    ctx.step('build')
    const data = encodeFunctionData({
      abi: policyCageAbi,
      functionName: 'cancel',
      args: [changeId.toLowerCase() as Hex],
    })
    return planOwnerTransaction([{ to: ctx.account, valueWei: 0n, data }], {})
  },
  settle({ params, receipt, account }) {
    const cancelled = parseEventLogs({
      abi: policyCageAbi,
      eventName: 'LoosenCancelled',
      logs: receipt.logs.filter((log) => isAddressEqual(log.address, account)),
    })
    return {
      data: { changeId: params.changeId, cancelled: cancelled.length > 0 },
      actualOutcome: EMPTY_OUTCOME,
      groundTruthSource: 'receipt',
    }
  },
})
