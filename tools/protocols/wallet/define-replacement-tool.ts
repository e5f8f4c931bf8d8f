import { ToolError } from '../../core/errors.ts'
import { planLocal } from '../../core/plan.ts'
import { BaseUnitsSchema, HashSchema, Type } from '../../core/schema.ts'
import { defineLocalTool, type WriteTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'

/**
 * Define a tool that replaces a transaction of the operator's that is not mined, at its own nonce: `raise` by the same
 * call at the fee that its permit allows, `cancel` by nothing at all.
 */
export const defineReplacementTool = (
  kind: 'raise' | 'cancel',
  told: Pick<WriteTool, 'name' | 'description' | 'promptSnippet' | 'promptGuidelines'>,
): WriteTool =>
  defineLocalTool({
    ...told,
    category: 'wallet',
    riskTier: 'layer2',
    tickBudget: 'medium',
    progressSteps: ['look'],
    spriteTrigger: 'executing',
    supportedChains: EVM_CHAINS,
    localPort: 'outbox',
    // The operator signs what takes the place of its transaction.
    requires: ['wallet'],
    input: Type.Object({ permitId: HashSchema }, { additionalProperties: false }),
    output: Type.Object({
      permitId: HashSchema,
      kind: Type.Literal(kind),
      nonce: Type.Integer(),
      hash: HashSchema,
      maxFeePerGasWei: BaseUnitsSchema,
      priorityFeeWei: BaseUnitsSchema,
    }),
    errorCodes: ['REPLACEMENT_NOT_OPEN', 'REPLACEMENT_FEE_BOUND'],
    async plan({ permitId }, ctx) {
      ctx.step('look')
      const flight = ctx.safety.inFlight().find((candidate) => candidate.permitId === permitId)
      if (flight === undefined) {
        const found = ctx.safety.permit(permitId)?.state ?? 'unknown'
        throw new ToolError('REPLACEMENT_NOT_OPEN', { permitId, found })
      }
      const { nonce } = flight
      return planLocal('outbox', 'replace', { permitId, kind }, { permitId, kind, nonce })
    },
  })
