import type { Hex } from 'viem'
import { formatUsdc } from '../../core/amount.ts'
import type { Capability } from '../../core/capability.ts'
import { ToolError } from '../../core/errors.ts'

/** What a capability entitles to: one plan, by one of some tools, up to a spend, until a tick. */
export interface CapabilityGrant {
  readonly tools: readonly string[]
  readonly permitId: Hex
  /** Simulation hash of the permit: it covers every byte of the plan. */
  readonly simulationHash: Hex
  /** Most counted spend, USDC base units; equality is allowed. */
  readonly maxSpendUsdc: bigint
  readonly expiresAtTick: number
}

/** What a capability is used for. */
export interface CapabilityUse extends Pick<CapabilityGrant, 'permitId' | 'simulationHash'> {
  readonly tool: string
  readonly spendUsdc: bigint
  readonly tick: number
}

/** The limits that a child may have tighter than its parent; what is left out is the parent's. */
export type Attenuation = Partial<Pick<CapabilityGrant, 'tools' | 'maxSpendUsdc' | 'expiresAtTick'>>

/** Mints and consumes capabilities; only its holder can do either. */
export interface CapabilityMint {
  mint(grant: CapabilityGrant): Capability
  /**
   * Derive a capability that may do less. It shares its parent's one use: whichever of a family is used first uses
   * all of them up.
   *
   * @throws ToolError CAPABILITY_INVALID when it would be wider in anything
   */
  attenuate(parent: Capability, limits: Attenuation): Capability
  /** Take a capability back, and everything derived from it. */
  revoke(capability: Capability): void
  /**
   * Use a capability up for a tool and a plan. It is gone afterwards, also when this throws.
   *
   * @throws ToolError CAPABILITY_INVALID
   */
  consume(capability: Capability, use: CapabilityUse): void
}

interface Holding {
  readonly grant: CapabilityGrant
  readonly parent: Holding | undefined
  /** Shared by a whole family: there is one use. */
  readonly family: { isSpent: boolean }
  isRevoked: boolean
}

const deny = (problem: string) => new ToolError('CAPABILITY_INVALID', { problem })

/** Create a mint. Grants are known by object identity alone, so a copy, proxy or parsed JSON is worth nothing. */
export function createCapabilityMint(): CapabilityMint {
  const holdings = new WeakMap<object, Holding>()
  // Bound now: replacing a method of WeakMap later shows and changes nothing here.
  const find = holdings.get.bind(holdings)
  const keep = holdings.set.bind(holdings)

  const issue = (grant: CapabilityGrant, parent: Holding | undefined): Capability => {
    const capability = Object.freeze(Object.create(null))
    const family = parent?.family ?? { isSpent: false }
    keep(capability, { grant, parent, family, isRevoked: false })
    return capability as Capability
  }

  const assertUsable = (capability: unknown): Holding => {
    if (capability === null || typeof capability !== 'object') throw deny('missing')
    const holding = find(capability)
    if (holding === undefined) throw deny('unknown')
    if (holding.family.isSpent) throw deny('used up')
    for (let at: Holding | undefined = holding; at !== undefined; at = at.parent) {
      if (at.isRevoked) throw deny('used up or taken back')
    }
    return holding
  }

  return {
    mint: (grant) => issue(copyGrant(grant), undefined),
    attenuate(parent, limits) {
      const holding = assertUsable(parent)
      // Permit and plan stay the parent's, whatever the caller's object holds.
      const { tools, maxSpendUsdc, expiresAtTick } = { ...holding.grant, ...limits }
      const grant = copyGrant({ ...holding.grant, tools, maxSpendUsdc, expiresAtTick })
      const stranger = grant.tools.find((tool) => !holding.grant.tools.includes(tool))
      if (stranger !== undefined) throw deny(`wider than its parent: ${stranger}`)
      // Written so that NaN, too, is refused.
      if (!(grant.maxSpendUsdc <= holding.grant.maxSpendUsdc)) throw deny('wider than its parent: spend')
      if (!(grant.expiresAtTick <= holding.grant.expiresAtTick)) throw deny('wider than its parent: expiry')
      return issue(grant, holding)
    },
    revoke(capability) {
      const holding = find(capability)
      if (holding !== undefined) holding.isRevoked = true
    },
    consume(capability, { tool, permitId, simulationHash, spendUsdc, tick }) {
      const holding = assertUsable(capability)
      holding.isRevoked = true
      const { grant } = holding
      if (!grant.tools.includes(tool)) throw deny(`bound to tool ${grant.tools.join(', ')}, used by ${tool}`)
      if (grant.permitId !== permitId) throw deny(`bound to permit ${grant.permitId}`)
      if (grant.simulationHash !== simulationHash) throw deny('bound to another plan')
      if (!(spendUsdc <= grant.maxSpendUsdc)) {
        throw deny(`bound to a spend of ${formatUsdc(grant.maxSpendUsdc)}, used for ${formatUsdc(spendUsdc)}`)
      }
      if (!(tick < grant.expiresAtTick)) throw deny(`expired at tick ${grant.expiresAtTick}, now ${tick}`)
      holding.family.isSpent = true
    },
  }
}

/** Read a grant once, into plain members that nobody else holds. */
const copyGrant = (grant: CapabilityGrant): CapabilityGrant => {
  const { tools, permitId, simulationHash, maxSpendUsdc, expiresAtTick } = grant
  return Object.freeze({
    tools: Object.freeze([...tools]),
    permitId,
    simulationHash,
    maxSpendUsdc,
    expiresAtTick,
  })
}
