import type { PermitView } from '../../core/safety-view.ts'
import { HashSchema, Type } from '../../core/schema.ts'
import { secondsBetween } from './time.ts'

/** Output schema of one permit. */
export const PermitSchema = Type.Object({
  permitId: Type.String(),
  tool: Type.String(),
  state: Type.String(),
  ageSeconds: Type.Integer(),
  ttlSeconds: Type.Integer(),
  /** Zero once the permit can no longer be used. */
  remainingSeconds: Type.Integer(),
  simulationHash: HashSchema,
})

/** Describe a permit at a moment of the wall clock. */
export function describePermit(permit: PermitView, nowWallMs: number) {
  const ageSeconds = secondsBetween(permit.issuedAtWallMs, nowWallMs)
  return {
    permitId: permit.permitId,
    tool: permit.tool,
    state: permit.state,
    ageSeconds,
    ttlSeconds: permit.ttlSeconds,
    remainingSeconds: permit.remainingSeconds,
    simulationHash: permit.simulationHash,
  }
}
