import type { RiskTier } from '../../core/tool-def.ts'

/** Behavioural phases, from the most permissive to the most restricted. */
export const PHASES = ['thriving', 'cautious', 'defensive', 'survival', 'terminal'] as const

/** A behavioural phase. */
export type Phase = (typeof PHASES)[number]

/** Other names that are accepted for a phase on input. */
export const PHASE_ALIASES: Readonly<Record<string, Phase>> = {
  stable: 'cautious',
  conservation: 'defensive',
  declining: 'survival',
  desperate: 'survival',
}

/** What an action does to positions; derived from its simulated effect. */
export const ACTION_CLASSES = [
  'new-position',
  'increase-position',
  'rebalance',
  'decrease-position',
  'close-position',
  'read-only',
] as const

/** An action class. */
export type ActionClass = (typeof ACTION_CLASSES)[number]

/** Which classes each phase allows. */
const PHASE_MATRIX: Readonly<Record<Phase, readonly ActionClass[]>> = {
  thriving: [
    'new-position',
    'increase-position',
    'rebalance',
    'decrease-position',
    'close-position',
    'read-only',
  ],
  cautious: [
    'new-position',
    'increase-position',
    'rebalance',
    'decrease-position',
    'close-position',
    'read-only',
  ],
  defensive: ['rebalance', 'decrease-position', 'close-position', 'read-only'],
  survival: ['decrease-position', 'close-position', 'read-only'],
  terminal: ['close-position', 'read-only'],
}

/** Classes that reduce risk: neither an unknown phase, nor a stale price, nor what an outsider tells stops them. */
export const EXITS: readonly ActionClass[] = ['decrease-position', 'close-position', 'read-only']

/** Phases in which tools of risk tier layer 3 may run. */
const LAYER3_PHASES: readonly Phase[] = ['thriving', 'cautious']

/** Read a phase name or alias; undefined when it is neither. */
export function parsePhase(name: string): Phase | undefined {
  const folded = name.toLowerCase()
  const alias = Object.hasOwn(PHASE_ALIASES, folded) ? PHASE_ALIASES[folded] : undefined
  return PHASES.find((phase) => phase === folded) ?? alias
}

/** The classes that a phase allows; an unknown phase allows exits only. */
export const allowedClasses = (phase: Phase | undefined): readonly ActionClass[] =>
  phase === undefined ? EXITS : PHASE_MATRIX[phase]

/** Tell whether a phase allows a risk tier. */
export const allowsRiskTier = (phase: Phase | undefined, riskTier: RiskTier): boolean =>
  riskTier !== 'layer3' || (phase !== undefined && LAYER3_PHASES.includes(phase))

/** Compare severity: negative when `a` is more permissive than `b`. */
export const comparePhases = (a: Phase, b: Phase): number => PHASES.indexOf(a) - PHASES.indexOf(b)
