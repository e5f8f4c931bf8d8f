import type { PhaseKeeper } from './phase-keeper.ts'
import { comparePhases, type Phase } from './phases.ts'

/** What each chain has of the phase. */
interface PhaseInput {
  /** The phase that its inputs called for last; undefined where they could not be read. */
  readonly called: Phase | 'unseen' | undefined
  /** The time for which its policy has a better phase be called for. */
  readonly dwellSeconds: number
}

/** The same by chain. */
export type PhaseInputs = Map<number, PhaseInput>

/**
 * Hold the one phase of an agent by what every chain calls for: the worst of them counts, what cannot be read on one chain
 * allows exits only on all and hides nothing of what the others call for, and a chain that was not looked at yet lets none become better. A better phase is called for
 * as long as the strictest of their policies says.
 */
export function joinPhases(
  keeper: PhaseKeeper,
  { chainId, dwellSeconds }: Pick<PhaseInput, 'dwellSeconds'> & { readonly chainId: number },
  inputs: PhaseInputs,
): PhaseKeeper {
  inputs.set(chainId, { called: 'unseen', dwellSeconds })
  return {
    current: keeper.current,
    observe(wanted, now) {
      inputs.set(chainId, { called: wanted, dwellSeconds })
      const held = keeper.current().phase
      const all = [...inputs.values()]
      const called = all.map((input) => (input.called === 'unseen' ? held : input.called))
      return keeper.observe(findWorst(called), now, {
        dwellSeconds: Math.max(...all.map((input) => input.dwellSeconds)),
        known: findWorst(all.flatMap((input) => (isSeen(input.called) ? [input.called] : []))),
      })
    },
  }
}

const isSeen = (called: PhaseInput['called']): called is Phase => called !== undefined && called !== 'unseen'

/** The worst of some phases; undefined when one of them is, and of none. */
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
