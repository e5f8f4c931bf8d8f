import type { Capability } from '../../tools/core/capability.ts'
import type { CapabilityGrant, CapabilityMint } from '../../tools/safety/custody/capability.ts'
import type { HarnessClock } from './clock.ts'

/** What is handed on in place of a capability, and how it differs from the one that was minted. */
export type CapabilityForgery =
  | 'copied'
  | 'parsed'
  | 'proxied'
  | 'made-up'
  | 'of-another-tool'
  | 'of-another-plan'
  | 'of-another-permit'
  | 'for-less'
  | 'expired'
  | 'overtaken'
  | 'overtaken-at-recovery'
  | 'revoked'
  | 'used-before'

/** How what recovery does with signed bytes is named. */
const RECOVERY = 'recovery:'

const ZERO = `0x${'00'.repeat(32)}` as const

/** Mint what the safety layer asks for, and hand on a forgery of it, or it after its tick. */
export function forgeCapabilities(
  mint: Pick<CapabilityMint, 'mint' | 'revoke'>,
  forgery: CapabilityForgery,
  clock: Pick<HarnessClock, 'nextTick'>,
): Pick<CapabilityMint, 'mint'> {
  let first: Capability | undefined
  const forge = (grant: CapabilityGrant): unknown => {
    const real = mint.mint(grant)
    switch (forgery) {
      case 'copied':
        return Object.freeze(Object.assign(Object.create(null), real))
      case 'parsed':
        return JSON.parse(JSON.stringify(real))
      case 'proxied':
        return new Proxy(real as object, {})
      case 'made-up':
        return { ...grant, consume: () => true }
      case 'of-another-tool':
        return mint.mint({ ...grant, tools: ['wallet_transfer_token'] })
      case 'of-another-plan':
        return mint.mint({ ...grant, simulationHash: ZERO })
      case 'of-another-permit':
        return mint.mint({ ...grant, permitId: ZERO })
      case 'for-less':
        return mint.mint({ ...grant, maxSpendUsdc: grant.maxSpendUsdc - 1n })
      case 'expired':
        return mint.mint({ ...grant, expiresAtTick: 0 })
      case 'overtaken':
        clock.nextTick()
        return real
      case 'overtaken-at-recovery':
        if (grant.tools.every((tool) => tool.startsWith(RECOVERY))) clock.nextTick()
        return real
      case 'revoked':
        mint.revoke(real)
        return real
      case 'used-before':
        first ??= real
        return first
    }
  }
  return { mint: (grant) => forge(grant) as Capability }
}
