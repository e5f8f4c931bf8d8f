import type { Hex } from 'viem'
import type { Capability } from '../core/capability.ts'
import { ToolError } from '../core/errors.ts'

/** What a capability entitles to: one plan of one tool, until a tick. */
export interface CapabilityGrant {
  readonly tool: string
  readonly permitId: Hex
  /** Simulation hash of the permit: it covers every byte of the plan. */
  readonly simulationHash: Hex
  readonly expiresAtTick: number
}

/** Mints and consumes capabilities; whoever does not hold it can do neither. */
export interface CapabilityMint {
  mint(grant: CapabilityGrant): Capability
  /**
   * Use a capability up for a tool and a plan. It is gone afterwards, also when this throws.
   *
   * @throws ToolError CAPABILITY_INVALID
   */
  consume(capability: Capability, use: Omit<CapabilityGrant, 'expiresAtTick'> & { tick: number }): void
}

/** Create a mint. Grants are known by object identity alone, so a copy, proxy or parsed JSON is worth nothing. */
export function createCapabilityMint(): CapabilityMint {
  const grants = new WeakMap<object, CapabilityGrant>()
  const deny = (problem: string) => new ToolError('CAPABILITY_INVALID', { problem })
  return {
    mint(grant) {
      const capability = Object.freeze(Object.create(null))
      grants.set(capability, Object.freeze({ ...grant }))
      return capability as Capability
    },
    consume(capability, use) {
      const identity: unknown = capability
      if (identity === null || typeof identity !== 'object') throw deny('missing')
      const grant = grants.get(identity)
      if (grant === undefined) throw deny('unknown or used up')
      grants.delete(identity)
      if (grant.tool !== use.tool) throw deny(`bound to tool ${grant.tool}, used by ${use.tool}`)
      if (grant.permitId !== use.permitId) throw deny(`bound to permit ${grant.permitId}`)
      if (grant.simulationHash !== use.simulationHash) throw deny('bound to another plan')
      if (use.tick >= grant.expiresAtTick) {
        throw deny(`expired at tick ${grant.expiresAtTick}, now ${use.tick}`)
      }
    },
  }
}
