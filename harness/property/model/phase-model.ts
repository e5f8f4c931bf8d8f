import type { ActionClass, Phase } from '../../../tools/safety/policy/phases.ts'
import type { Moment } from './moment.ts'

/** Phases from the best to the worst. */
export const PHASE_ORDER: readonly Phase[] = ['thriving', 'cautious', 'defensive', 'survival', 'terminal']

/** Other names of phases. */
const ALIASES: Readonly<Record<string, Phase>> = {
  stable: 'cautious',
  conservation: 'defensive',
  declining: 'survival',
  desperate: 'survival',
}

/** The phase of a name; undefined when no phase has it. */
export function phaseNamed(name: string): Phase | undefined {
  const folded = name.toLowerCase()
  return PHASE_ORDER.find((phase) => phase === folded) ?? ALIASES[folded]
}

/** For each class, the worst phase that allows it. */
const WORST_PHASE: Readonly<Record<ActionClass, Phase>> = {
  'new-position': 'cautious',
  'increase-position': 'cautious',
  rebalance: 'defensive',
  'decrease-position': 'survival',
  'close-position': 'terminal',
  'read-only': 'terminal',
}

/** Classes that an unknown phase allows. */
const EXITS: readonly ActionClass[] = ['decrease-position', 'close-position', 'read-only']

/** Whether a phase allows a class; undefined stands for an unknown phase. */
export const phaseAllows = (phase: Phase | undefined, actionClass: ActionClass): boolean =>
  phase === undefined
    ? EXITS.includes(actionClass)
    : PHASE_ORDER.indexOf(phase) <= PHASE_ORDER.indexOf(WORST_PHASE[actionClass])

/** Whether a phase allows the riskiest tools. */
export const phaseAllowsTopRisk = (phase: Phase | undefined): boolean =>
  phase === 'thriving' || phase === 'cautious'

/** The phase, how often it changed, and what is waited for. */
export interface PhaseModel {
  readonly phase: Phase
  readonly epoch: number
  /** Whether the inputs can be read. */
  readonly isKnown: boolean
  readonly wanted?: { readonly phase: Phase; readonly since: Moment }
}

/** The phase that decides; terminal is so whatever is known. */
export const currentPhase = ({ phase, isKnown }: PhaseModel): Phase | undefined =>
  isKnown || phase === 'terminal' ? phase : undefined

/** Take in the phase that the inputs call for, or undefined when they cannot be read. */
export function observePhase(
  model: PhaseModel,
  wanted: Phase | undefined,
  now: Moment,
  dwellSeconds: number,
): PhaseModel {
  const { wanted: waiting, ...rest } = model
  if (wanted === undefined) return { ...rest, isKnown: false }
  const known = { ...rest, isKnown: true }
  if (model.phase === 'terminal') return known
  const change = PHASE_ORDER.indexOf(wanted) - PHASE_ORDER.indexOf(model.phase)
  if (change === 0) return known
  const moved = { ...known, phase: wanted, epoch: model.epoch + 1 }
  if (change > 0) return moved
  const since = waiting?.phase === wanted ? waiting.since : now
  const heldSeconds = Math.min((now.wallMs - since.wallMs) / 1_000, now.chainSeconds - since.chainSeconds)
  return heldSeconds >= dwellSeconds ? moved : { ...known, wanted: { phase: wanted, since } }
}
