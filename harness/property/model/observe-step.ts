import type { StepAction } from '../../scenario/step-list.ts'
import type { Stage } from '../../stage/stage.ts'
import type { AuthorityState } from './authority/authority.ts'
import { readVitality } from './facts/read-cage.ts'
import type { Known } from './forecast.ts'
import { latest } from './moment.ts'
import { observePhase, phaseNamed } from './phase-model.ts'
import { phaseOf, vitalityOf } from './vitality-model.ts'

/** Take in a step that shows the agent a phase, or the vitality that calls for one. */
export async function observeStep(
  action: Extract<StepAction, { kind: 'phase' | 'vitality' }>,
  stage: Stage,
  { source, rules, state }: Omit<Known, 'update'>,
): Promise<AuthorityState> {
  const { timestamp } = await source.client.getBlock()
  const now = { wallMs: stage.clock.wallMs(), chainSeconds: Number(timestamp) }
  const see = (wanted: Parameters<typeof observePhase>[1], at = now) => ({
    ...state,
    phase: observePhase(state.phase, wanted, at, rules.phaseDwellSeconds),
  })
  if (action.kind === 'phase') return see(phaseNamed(action.phase))
  if (action.vitalityBps === 'unknown') return see(undefined)
  if (action.vitalityBps !== 'read') return see(phaseOf(action.vitalityBps, rules.vitality))
  const inputs = await readVitality(source)
  const skew = Math.abs(Math.floor(now.wallMs / 1_000) - now.chainSeconds)
  if (inputs === undefined || skew > rules.maxClockSkewSeconds) return see(undefined)
  const mark = latest(state.mark, now)
  const vitalityBps = vitalityOf(
    { ...inputs, maxDrawdownBps: Number(rules.cage.maxDrawdownBps) },
    rules.vitality,
  )
  return { ...see(phaseOf(vitalityBps, rules.vitality), mark), mark }
}
