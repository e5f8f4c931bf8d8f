import type { PhaseKeeper } from './phase-keeper.ts'
import { comparePhases, type Phase } from './phases.ts'

/** The phase that each chain's inputs called for last, by chain; undefined where they could not be read. */
export type PhaseInputs = Map<number, Phase | 'unseen' | undefined>

/**
 * Hold the one phase of an agent by what every chain calls for: the worst of them counts, what cannot be read on one chain
 * allows exits only on all, and a chain that was not looked at yet lets none become better.
 */
export function joinPhases(keeper: PhaseKeeper, chainId: number, inputs: PhaseInputs): PhaseKeeper {
  inputs.set(chainId, 'unseen')
  return {
    current: keeper.current,
    observe(wanted, now) {
      inputs.set(chainId, wanted)
      const held = keeper.current().phase
      const called = [...inputs.values()].map((phase) => (phase === 'unseen' ? held : phase))
      return keeper.observe(findWorst(called), now)
    },
  }
}

/** The worst of some phases; undefined when one of them is. */
function findWorst(phases: readonly (Phase | undefined)[]): Phase | undefined {
  const [first, ...others] = phases
  return others.reduce(
    (worst, phase) =>
      worst === undefined || phase === undefined
        ? undefined
        : comparePhases(phase, worst) > 0
          ? phase
          : worst,
    first,
  )
}
