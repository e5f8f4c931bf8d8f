import type { ProtocolDraw } from '../../vocabulary/draw.ts'

const undrawn = 'a proposal waits for owners, who sign none in a drawn case'

/** Proposals to owners. */
export const DRAW: ProtocolDraw = {
  kinds: { 'propose-safe-transaction': { undrawn }, 'withdraw-safe-proposal': { undrawn } },
}
