import type { RpcEndpoint, RpcFault } from '../chain/faults.ts'
import type { UpstreamFault } from '../chain/upstream-proxy.ts'
import { HarnessError } from '../errors.ts'
import type { Disk } from './disk.ts'
import type { Ground } from './ground.ts'
import type { Nodes } from './nodes.ts'

/** What goes wrong below the stack. */
export interface Faults {
  /** Let requests to a node go wrong. */
  inject(fault: RpcFault, endpoint: RpcEndpoint): void
  /** Let the fork's requests to its origin go wrong. */
  failUpstream(fault: UpstreamFault): void
  /** The disk below the store. */
  readonly disk: Disk
  /** End the faults and lies of node, origin and disk. */
  heal(): void
  /** Tell which faults that wait for something took effect since this was asked last, by name. */
  takeStruck(): readonly string[]
}

/** Create the faults of a stage. */
export const createFaults = (
  { chain: { upstream }, timers, struck }: Ground,
  { lying, faulty }: Nodes,
  disk: Disk,
): Faults => ({
  inject(fault, endpoint) {
    faulty[endpoint].inject(fault)
  },
  failUpstream(fault) {
    if (upstream === undefined) {
      throw new HarnessError('STEP_IMPOSSIBLE', "this world's origin is a chain of the user's", {
        hint: 'leave --rpc-url out to use the embedded origin',
      })
    }
    upstream.inject(fault, {
      onStruck: () => struck.note(`upstream-${fault.kind}`),
      onHang: timers.expireNext,
      onDelay: timers.elapse,
    })
  },
  disk,
  heal() {
    lying.tellTruth()
    for (const node of Object.values(faulty)) node.heal()
    upstream?.heal()
    disk.heal()
  },
  takeStruck: struck.take,
})
