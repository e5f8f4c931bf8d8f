import type { ProtocolDraw } from '../../vocabulary/draw.ts'

const undrawn = 'the operator has no role in a vault until its owner grants one'

/** Acts on vaults, which are refused without a role. */
export const DRAW: ProtocolDraw = {
  kinds: {
    'accept-vault-cap': { undrawn },
    'veto-vault-cap': { undrawn },
    'set-vault-supply-queue': { undrawn },
    'set-vault-withdraw-queue': { undrawn },
    'reallocate-vault': { undrawn },
  },
}
