import { loadParts } from '../protocols/load-parts.ts'
import type { ProtocolAttack, Route } from '../vocabulary/attack.ts'

/** Moves that attackers have on each protocol. */
export const ATTACKS: readonly ProtocolAttack[] = (await loadParts('attack')).map(([, attack]) => attack)

/** Ways through every market by name: `USDC→WETH`. */
export const ROUTES: Readonly<Record<string, Route>> = Object.fromEntries(
  ATTACKS.flatMap(({ market }) => Object.entries(market?.routes ?? {})),
)
