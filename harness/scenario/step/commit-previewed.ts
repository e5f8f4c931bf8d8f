import type { Observation } from '../../oracle/observer.ts'
import type { Stage } from '../../stage/stage.ts'
import type { GivenSignature } from '../../vocabulary/submission.ts'
import type { StepOutcome } from './step-outcome.ts'

interface PermitDetails {
  readonly permitId?: string
  readonly actionClass?: string
  readonly spend?: { readonly total?: { readonly baseUnits: string } }
}

/** What a step came to that asked for a permit. */
export function fromPermit(observation: Observation): StepOutcome {
  const details = (observation.details ?? {}) as PermitDetails
  return {
    observation,
    ...(details.permitId ? { permitId: details.permitId } : {}),
    ...(details.actionClass ? { actionClass: details.actionClass } : {}),
    ...(details.spend?.total === undefined ? {} : { spendUsdc: BigInt(details.spend.total.baseUnits) }),
  }
}

/** Commit what was previewed, where it got a permit. */
export async function commitPreviewed(stage: Stage, preview: Observation): Promise<StepOutcome> {
  const previewed = fromPermit(preview)
  if (preview.error || previewed.permitId === undefined) return previewed
  const commit = await stage.agent.call('commit_action', { permitId: previewed.permitId })
  const observation = {
    ...commit,
    hooks: [...preview.hooks, ...commit.hooks],
    events: [...preview.events, ...commit.events],
  }
  return { ...previewed, observation, ...signedBy(commit) }
}

/** The signature that a commit gave out. */
export function signedBy({ details }: Observation): Pick<StepOutcome, 'signed'> {
  const { data } = (details ?? {}) as { readonly data?: Partial<GivenSignature> }
  return data?.signature && data.typedData ? { signed: data as GivenSignature } : {}
}
