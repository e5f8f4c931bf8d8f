import { isAddressEqual } from '../../core/is-address-equal.ts'
import type { PositionIndex } from '../../core/position-source.ts'
import { BASE, POSITION_TOKENS } from './base.ts'
import { keyOf } from './places.ts'

/** An account has tokens of the known markets under one key each; the router stands for the chain that these are on. */
export const INDEX: PositionIndex = {
  ask: () => [],
  read: (_, router) => {
    const known = Object.values(BASE.addresses).find((one) => isAddressEqual(one.router, router))
    if (known === undefined) return { keys: [], missing: 'its markets are not known' }
    return { keys: POSITION_TOKENS.map((name) => keyOf(known[name])) }
  },
}
