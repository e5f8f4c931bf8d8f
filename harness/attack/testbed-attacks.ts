import { loadParts } from '../protocols/load-parts.ts'
import type { LendingAttack, ProtocolAttack, Route } from '../vocabulary/attack.ts'

/** Moves that attackers have on each protocol, by its id. */
export const ATTACKS: readonly (readonly [protocol: string, attack: ProtocolAttack])[] =
  await loadParts('attack')

/** Ways through every market by name: `USDC→WETH`. */
export const ROUTES: Readonly<Record<string, Route>> = Object.fromEntries(
  ATTACKS.flatMap(([, { market }]) => Object.entries(market?.routes ?? {})),
)

/** Where attackers lend and borrow, by protocol. */
export const LENDERS: ReadonlyMap<string, LendingAttack> = new Map(
  ATTACKS.flatMap(([protocol, { lending }]) => (lending ? [[protocol, lending] as const] : [])),
)
