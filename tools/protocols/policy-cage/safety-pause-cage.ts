import { encodeFunctionData } from '../../core/encode-function-data.ts'
import { parseEventLogs } from '../../core/event-logs.ts'
import { policyCageAbi } from '../../core/generated/policy-cage-abi.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { EMPTY_OUTCOME } from '../../core/outcome.ts'
import { planOperatorTransaction } from '../../core/plan.ts'
import { Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { BASE } from './base.ts'

/** Pause the cage as its operator. */
export const TOOL_DEF = defineWriteTool({
  name: 'safety_pause_cage',
  description:
    'Pause the cage at once: from then on it lets nothing but exits through, until its owner resumes it.',
  category: 'safety',
  riskTier: 'layer2',
  tickBudget: 'fast',
  progressSteps: ['read', 'build'],
  spriteTrigger: 'executing',
  promptSnippet:
    'safety_pause_cage stops new risk at once and leaves exits open; use it when something looks wrong and positions should stay, emergency_halt to end everything.',
  promptGuidelines: ['Only the owner can resume a paused cage, after the timelock.'],
  supportedChains: EVM_CHAINS,
  input: Type.Object({}, { additionalProperties: false }),
  output: Type.Object({
    /** Whether this transaction paused it. */
    paused: Type.Boolean(),
  }),
  errorCodes: ['CAGE_ALREADY_PAUSED'],
  async plan(_, { account, chain, step }) {
    step('read')
    const isPaused = await chain.readContract({
      address: account,
      abi: policyCageAbi,
      functionName: 'paused',
    })
    if (isPaused) throw BASE.error('CAGE_ALREADY_PAUSED', { cage: account })
    step('build')
    return planOperatorTransaction({
      to: account,
      data: encodeFunctionData({ abi: policyCageAbi, functionName: 'pause' }),
    })
  },
  settle({ receipt, account }) {
    const logs = receipt.logs.filter(({ address }) => isAddressEqual(address, account))
    const [paused] = parseEventLogs({ abi: policyCageAbi, eventName: 'Paused', logs })
    return {
      data: { paused: paused !== undefined },
      actualOutcome: EMPTY_OUTCOME,
      groundTruthSource: 'receipt',
    }
  },
})
