import type { Observation } from '../oracle/observer.ts'
import type { ObservedAgent } from '../stage/observed-agent.ts'
import type { Stage } from '../stage/stage.ts'
import { LawViolation } from './law-violation.ts'
import type { PropertyWorld } from './property-world.ts'

type Method = (...given: readonly unknown[]) => Promise<Observation | undefined>

/**
 * Hold the laws of ground truth in a world: no property says them, and each relies on them.
 *
 * What an agent does there throws a LawViolation `oracle.*` where its accounts contradict each other.
 */
export const holdTruth = (world: PropertyWorld): PropertyWorld =>
  Object.create(world, {
    open: { value: async (...given: Parameters<PropertyWorld['open']>) => hold(await world.open(...given)) },
  })

function hold(stage: Stage): Stage {
  const held = Object.entries(stage.agent).map(([name, method]: [string, Method]) => [
    name,
    async (...given: readonly unknown[]) => {
      const answer = await method(...given)
      const [broken] = answer?.contradictions ?? []
      if (broken === undefined) return answer
      throw new LawViolation(broken.law, broken.expected, `${broken.found} (${broken.subject})`)
    },
  ])
  return Object.create(stage, { agent: { value: Object.fromEntries(held) as ObservedAgent } }) as Stage
}
