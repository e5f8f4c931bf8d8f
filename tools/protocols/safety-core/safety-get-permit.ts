import { ToolError } from '../../core/errors.ts'
import { type Json, toJson } from '../../core/json.ts'
import { AddressSchema, BaseUnitsSchema, HashSchema, HexSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { readNewestEntries } from './newest-entries.ts'
import { describePermit, PermitSchema } from './permit-view.ts'

/** Entries of the log that are looked through for what became of it. */
const MOST_ENTRIES = 1_000

/** Read one permit: its calls, what they are to come to, who approved, and what became of it. */
export const TOOL_DEF = defineReadTool({
  name: 'safety_get_permit',
  description: 'Read one action permit: its calls, expectation, approvals and transitions.',
  category: 'safety',
  riskTier: 'layer1',
  tickBudget: 'fast',
  progressSteps: ['read'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'safety_get_permit reads one action permit by its id: the exact calls, what they are to come to, who approved or signed, and every state it went through.',
  promptGuidelines: ['safety_list_permits tells the ids.'],
  supportedChains: EVM_CHAINS,
  input: Type.Object({ permitId: HashSchema }, { additionalProperties: false }),
  output: Type.Object({
    ...PermitSchema.properties,
    actionKind: Type.String(),
    params: Type.Unknown(),
    /** Class that the simulation showed; null where the preview told none. */
    actionClass: Type.Union([Type.String(), Type.Null()]),
    route: Type.String(),
    calls: Type.Array(Type.Object({ to: AddressSchema, valueWei: BaseUnitsSchema, data: HexSchema })),
    /** Deltas that the plan promises; amounts in base units. */
    expectation: Type.Unknown(),
    /** Chain second after which the cage refuses it. */
    deadlineSeconds: BaseUnitsSchema,
    isGuardianSigned: Type.Boolean(),
    isOwnerApproved: Type.Boolean(),
    transactionHash: Type.Union([HashSchema, Type.Null()]),
    /** States that it went through, as the newest part of the audit log has them. */
    transitions: Type.Array(
      Type.Object({
        index: Type.Integer(),
        from: Type.Union([Type.String(), Type.Null()]),
        to: Type.String(),
      }),
    ),
  }),
  errorCodes: ['NOT_FOUND', 'STORE_ALTERED'],
  async read({ permitId }, { safety, clock, step }) {
    step('read')
    const id = permitId.toLowerCase() as typeof permitId
    const found = safety.permit(id)
    if (found === undefined) {
      if (safety.permits().some((permit) => permit.permitId === id)) {
        const where = `permit ${id}`
        throw new ToolError('STORE_ALTERED', { where, expected: 'a body', found: 'what cannot be read' })
      }
      throw new ToolError('NOT_FOUND', { subject: `permit ${id}`, reason: 'none was issued under this id' })
    }
    const { plan, params, deadlineSeconds, actionClass, ...rest } = found
    return {
      ...describePermit(found, clock.wallMs()),
      actionKind: rest.actionKind,
      params,
      actionClass: actionClass ?? null,
      route: plan.route,
      calls: plan.calls.map(({ to, valueWei, data }) => ({ to, valueWei: valueWei.toString(), data })),
      expectation: toJson(plan.expectation),
      deadlineSeconds: deadlineSeconds.toString(),
      isGuardianSigned: rest.isGuardianSigned,
      isOwnerApproved: rest.isOwnerApproved,
      transactionHash: rest.transactionHash,
      transitions: readNewestEntries(safety, MOST_ENTRIES).flatMap(({ index, kind, body }) => {
        if (kind !== 'permit') return []
        const told = JSON.parse(body) as { permitId?: Json; from?: string; to?: string }
        if (told.permitId !== id || told.to === undefined) return []
        return [{ index, from: told.from ?? null, to: told.to }]
      }),
    }
  },
})
