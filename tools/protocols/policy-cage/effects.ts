import { Type } from '../../core/schema.ts'

/** What the cage may take an action for, in the order of its `Effect`. */
export const EFFECTS = ['idle', 'exit', 'spend', 'risk'] as const

/** One of them. */
export const EffectSchema = Type.Unsafe<(typeof EFFECTS)[number]>(
  Type.Union(EFFECTS.map((effect) => Type.Literal(effect))),
)
