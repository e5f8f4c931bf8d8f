import { type Hex, parseEventLogs } from 'viem'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import { policyCageAbi } from '../../core/generated/policy-cage-abi.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { EMPTY_OUTCOME } from '../../core/outcome.ts'
import { planOwnerTransaction } from '../../core/plan.ts'
import { BaseUnitsSchema, type Static, type TSchema, Type } from '../../core/schema.ts'
import { definePrivilegedTool, type PrivilegedTool, type ToolDescription } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'

/** Which half of a change: announcing a loosening, or making the change. */
export const StepSchema = Type.Union([Type.Literal('queue'), Type.Literal('apply')], {
  description:
    'queue announces a loosening to the timelock; apply makes a tightening, or a loosening that is due',
})

const OutputSchema = Type.Object({
  changed: Type.Boolean(),
  /** Chain second from which on a queued loosening can be applied; null when nothing was queued. */
  dueSeconds: Type.Union([BaseUnitsSchema, Type.Null()]),
})

/**
 * Define a tool that changes the cage's policy as its owner: at once when it tightens, through the timelock when it
 * loosens.
 */
export const defineCageChange = <Members extends Readonly<Record<string, TSchema>>>(
  tool: Pick<
    ToolDescription,
    'name' | 'description' | 'promptSnippet' | 'promptGuidelines' | 'errorCodes'
  > & {
    readonly members: Members
    encode(params: { readonly [Name in keyof Members]: Static<Members[Name]> }): Hex
  },
): PrivilegedTool => {
  const { members, encode, ...description } = tool
  return definePrivilegedTool({
    ...description,
    category: 'safety',
    riskTier: 'layer3',
    tickBudget: 'medium',
    progressSteps: ['build'],
    spriteTrigger: 'executing',
    supportedChains: EVM_CHAINS,
    input: Type.Object({ ...members, step: StepSchema }, { additionalProperties: false }),
    output: OutputSchema,
    async plan(params, ctx) {
      ctx.step('build')
      const change = encode(params as Parameters<typeof encode>[0])
      const data =
        (params as { step: Static<typeof StepSchema> }).step === 'apply'
          ? change
          : encodeFunctionData({ abi: policyCageAbi, functionName: 'queue', args: [change] })
      return planOwnerTransaction([{ to: ctx.account, valueWei: 0n, data }], {})
    },
    settle({ receipt, account }) {
      const logs = parseEventLogs({
        abi: policyCageAbi,
        logs: receipt.logs.filter((log) => isAddressEqual(log.address, account)),
      })
      const queued = logs.find((log) => log.eventName === 'LoosenQueued')
      return {
        data: {
          changed: logs.some((log) => log.eventName === 'PolicyChanged'),
          dueSeconds: queued ? queued.args.etaSeconds.toString() : null,
        },
        actualOutcome: EMPTY_OUTCOME,
        groundTruthSource: 'receipt',
      }
    },
  })
}
