import type { Capability } from '../../core/capability.ts'
import { ToolError } from '../../core/errors.ts'
import type { LocalPort } from '../../core/local-port.ts'
import type { LocalPlan, LocalPortName, LocalValues } from '../../core/plan.ts'
import type { CapabilityMint, CapabilityUse } from './capability.ts'

/** A committed effect off the chain, ready to be carried out. */
export interface LocalRequest extends Omit<CapabilityUse, 'tick'> {
  readonly plan: LocalPlan
}

/** Holds the ways by which plans take effect off the chain. */
export interface LocalCustody {
  /** Deny a plan whose port is not here. @throws ToolError ROUTE_NOT_AVAILABLE */
  assertHas(plan: Pick<LocalPlan, 'route' | 'kind'>): void
  /**
   * Carry a committed plan out by its port. The capability is used up before anything else happens.
   *
   * @throws ToolError CAPABILITY_INVALID, ROUTE_NOT_AVAILABLE, and what the port refuses with
   */
  carryOut(request: LocalRequest, capability: Capability, tick: number): Promise<void>
  /** Read back what a port did for a permit; undefined when it did nothing. */
  readReceipt(plan: LocalPlan, permitId: CapabilityUse['permitId']): LocalValues | undefined
}

/** Create the custody of local ports. */
export function createLocalCustody(
  mint: Pick<CapabilityMint, 'consume'>,
  ports: readonly LocalPort[],
): LocalCustody {
  const known = new Map<LocalPortName, LocalPort>(ports.map((port) => [port.name, port]))
  const portOf = ({ route, kind }: Pick<LocalPlan, 'route' | 'kind'>): LocalPort => {
    const port = known.get(route)
    if (port) return port
    throw new ToolError('ROUTE_NOT_AVAILABLE', { route, kind, known: [...known.keys()].join(', ') })
  }
  return {
    assertHas: (plan) => void portOf(plan),
    async carryOut({ plan, ...use }, capability, tick) {
      mint.consume(capability, { ...use, tick })
      const { operation, params } = plan
      await portOf(plan).carryOut({ permitId: use.permitId, operation, params })
    },
    readReceipt: (plan, permitId) => portOf(plan).readReceipt(permitId),
  }
}
