import type { EmergencyGuardian } from '../../tools/safety/guardian/guardian-client.ts'
import type { GuardianMode } from '../guardian/guardian-mode.ts'
import { createScenarioGuardian, type ScenarioGuardian } from '../guardian/scenario-guardian.ts'
import { ACTORS } from '../world/actors.ts'
import type { Ground } from './ground.ts'
import type { Nodes } from './nodes.ts'

/** The guardian of a stage. */
export interface StageGuardian {
  /** The guardian as everything on the agent's host reaches it; undefined when there is none. */
  readonly reached: EmergencyGuardian | undefined
  /** Let it behave otherwise. */
  setMode(mode: GuardianMode): void
}

/** Create the guardian of a stage, with the parts by which the stage itself drives it. */
export function createStageGuardian(
  { chain, options, gate, timers }: Ground,
  nodes: Nodes,
): StageGuardian & Pick<ScenarioGuardian, 'look' | 'assertPlayed' | 'close'> {
  const { guardian, ...rest } = createScenarioGuardian({
    mode: options.guardian,
    host: chain.guardians,
    nodeRpc: nodes.faulty.guardian,
    setup: {
      policy: options.policy,
      book: chain.book,
      account: options.cage,
      operator: options.operator,
      nodePath: chain.fork.ipcPath,
      privateKey: ACTORS.guardian.privateKey,
    },
    strangerKey: ACTORS.stranger.privateKey,
    ...timers,
  })
  return {
    ...rest,
    reached: guardian && {
      review: (request) => gate.through(() => guardian.review(request)),
      pause: (request) => gate.through(() => guardian.pause(request)),
    },
  }
}
