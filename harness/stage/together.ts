import { type Body, createPick, type Order } from '../chain/gate.ts'
import type { Observation } from '../oracle/observer.ts'
import type { Ground } from './ground.ts'

/**
 * Runs bodies together; what they wait for outside of the process goes on in an order, or in the next one that is drawn
 * from the run's seed.
 */
export type Together = <T>(
  bodies: readonly Body<T>[],
  order: Order | undefined,
  options: { readonly mayChange: boolean },
) => Promise<{ readonly results: readonly T[]; readonly observation: Observation }>

/** Create what runs bodies together. */
export function createTogether({ gate, observer, options: { seed } }: Ground): Together {
  let drawnOrders = 0
  return async <T>(
    bodies: readonly Body<T>[],
    order: Order | undefined,
    options: { readonly mayChange: boolean },
  ) => {
    drawnOrders += 1
    const pick = createPick(order ?? `${seed} ${drawnOrders}`)
    let results: readonly T[] = []
    const observation = await observer.observe(async () => {
      results = await gate.runTogether(bodies, pick)
      return {}
    }, options)
    return { results, observation }
  }
}
