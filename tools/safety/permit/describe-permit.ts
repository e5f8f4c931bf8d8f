import type { Hex } from 'viem'
import type { Json } from '../../core/json.ts'
import type { RiskTier } from '../../core/tool-def.ts'
import { ACTION_CLASSES, type ActionClass } from '../policy/phases.ts'
import type { RiskClass } from '../policy/risk-class.ts'
import type { SafetyStore } from '../store/store.ts'
import { findBody } from './permit.ts'

/** What a permit is for, for those who look before it is committed. */
export interface PermitPreview {
  readonly permitId: Hex
  readonly state: string
  readonly tool: string
  readonly actionKind: string
  readonly riskTier: RiskTier
  readonly params: Json
  /** Undefined where the result says none: then it counts as risk. */
  readonly actionClass: ActionClass | undefined
  readonly riskClass: RiskClass | undefined
  /** What the preview answered. */
  readonly result: Json
  /** The permit whose transaction another one is to take the place of. */
  readonly replaces?: Hex
}

/** Describe a permit; undefined when there is none, or its body cannot be read. */
export function describePermit(
  store: Pick<SafetyStore, 'findPermit'>,
  permitId: Hex,
): PermitPreview | undefined {
  const row = store.findPermit(permitId)
  const body = row && findBody(row)
  if (row === undefined || body === undefined) return undefined
  const { tool, actionKind, riskTier, params, riskClass, result, plan } = body
  const told = (result as { actionClass?: unknown } | null)?.actionClass
  const actionClass = ACTION_CLASSES.find((known) => known === told)
  const isReplacement = plan.kind === 'local' && plan.operation === 'replace'
  return {
    ...{ permitId, state: row.state, tool, actionKind, riskTier, params, actionClass, riskClass, result },
    ...(isReplacement ? { replaces: plan.params.permitId as Hex } : {}),
  }
}
