import { getAddress } from 'viem'
import { describeUsdc } from '../../core/amount.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import type { ForeseenEffect } from '../../core/safety-view.ts'
import { AddressSchema, BaseUnitsSchema, HexSchema, Type } from '../../core/schema.ts'
import { CATEGORIES, type Category, defineReadTool, type RiskTier } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { readValueWei } from '../../kit/value-wei.ts'
import { UsdcAmountSchema } from './spending-view.ts'

const NullableText = Type.Union([Type.String(), Type.Null()])

/** Say of planned calls, from their simulation, of what class and risk they are, what they spend and whose approval they need. */
export const TOOL_DEF = defineReadTool({
  name: 'safety_assess_action_risk',
  description:
    'Say of planned calls, from their simulation, of what class and risk they are, what they spend, whose approval they need and what is against them.',
  category: 'safety',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['assess'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'safety_assess_action_risk tells of calls through the cage, before any preview, their class, risk, counted spend, the approvals they need and everything that denies them.',
  promptGuidelines: [
    'It takes calls and issues no permit; a preview also judges what a plan states, rate, books and claims.',
  ],
  supportedChains: EVM_CHAINS,
  input: Type.Object(
    {
      calls: Type.Array(
        Type.Object(
          { to: AddressSchema, data: Type.Optional(HexSchema), valueWei: Type.Optional(BaseUnitsSchema) },
          { additionalProperties: false },
        ),
        { minItems: 1, maxItems: 16 },
      ),
      category: Type.Optional(
        Type.Unsafe<Category>({
          type: 'string',
          enum: [...CATEGORIES],
          description: 'category of the tool that would make the calls; trading by default',
        }),
      ),
      riskTier: Type.Optional(
        Type.Unsafe<RiskTier>({
          type: 'string',
          enum: ['layer1', 'layer2', 'layer3'],
          description: 'risk tier of that tool; layer2 by default',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    /** Second of the head on which the calls were simulated. */
    headSeconds: Type.Integer(),
    gasUsed: BaseUnitsSchema,
    succeeds: Type.Boolean(),
    revertReason: NullableText,
    /** What it does to positions; null, as everything below but the denials, where it fails. */
    actionClass: NullableText,
    isExit: Type.Union([Type.Boolean(), Type.Null()]),
    /** routine, standard, elevated, high or critical; null where the spend cannot be counted. */
    riskClass: NullableText,
    /** As a preview counts it, gas at its cap included; null where an asset has no sound price. */
    spend: Type.Union([
      Type.Object({
        outflow: UsdcAmountSchema,
        allowance: UsdcAmountSchema,
        gas: UsdcAmountSchema,
        total: UsdcAmountSchema,
      }),
      Type.Null(),
    ]),
    approvals: Type.Object({
      /** Whether the guardian has to sign the bytes; null where the calls fail. */
      needsGuardian: Type.Union([Type.Boolean(), Type.Null()]),
      /** What would leave without its signature, and what may. */
      guardianDemand: Type.Union([
        Type.Object({ unguarded: UsdcAmountSchema, hotLane: UsdcAmountSchema }),
        Type.Null(),
      ]),
      /** Whether a call goes to the cage itself, which is its owner's to change. */
      needsOwner: Type.Boolean(),
      /** Seconds for which a permit is announced before it may be committed; null where the calls fail. */
      waitSeconds: Type.Union([Type.Integer(), Type.Null()]),
    }),
    /** Phases that allow the class and the risk tier. */
    allowedPhases: Type.Array(Type.String()),
    /** Everything that a preview would deny it for, as far as this looks, in the order of its layers. */
    denials: Type.Array(
      Type.Object({
        layer: Type.String(),
        code: Type.String(),
        reason: Type.String(),
        wayOut: Type.String(),
      }),
    ),
  }),
  errorCodes: ['CHAIN_READ_FAILED'],
  async read({ calls, category = 'trading', riskTier = 'layer2' }, { account, safety, step }) {
    step('assess')
    const planned = calls.map(({ to, data = '0x', valueWei }, index) => ({
      to: getAddress(to),
      data,
      valueWei: readValueWei(valueWei, `/calls/${index}/valueWei`),
    }))
    const { headSeconds, gasUsed, revertReason, effect, denials } = await safety.foresee({
      calls: planned,
      tool: { category, riskTier },
    })
    return {
      headSeconds: Number(headSeconds),
      gasUsed: gasUsed.toString(),
      succeeds: effect !== undefined,
      revertReason: revertReason ?? null,
      actionClass: effect?.actionClass ?? null,
      isExit: effect?.isExit ?? null,
      riskClass: effect?.riskClass ?? null,
      spend: describeSpend(effect),
      approvals: {
        needsGuardian: effect ? effect.guardianDemand !== undefined : null,
        guardianDemand: describeDemand(effect),
        needsOwner: planned.some(({ to }) => isAddressEqual(to, account)),
        waitSeconds: effect?.waitSeconds ?? null,
      },
      allowedPhases: [...(effect?.allowedPhases ?? [])],
      denials: [...denials],
    }
  },
})

function describeSpend(effect: ForeseenEffect | undefined) {
  if (effect?.spend === undefined) return null
  const { outflowUsdc, allowanceUsdc, gasUsdc, totalUsdc } = effect.spend
  return {
    outflow: describeUsdc(outflowUsdc),
    allowance: describeUsdc(allowanceUsdc),
    gas: describeUsdc(gasUsdc),
    total: describeUsdc(totalUsdc),
  }
}

function describeDemand(effect: ForeseenEffect | undefined) {
  if (effect?.guardianDemand === undefined) return null
  const { found, expected } = effect.guardianDemand
  return { unguarded: describeUsdc(found), hotLane: describeUsdc(expected) }
}
