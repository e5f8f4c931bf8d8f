import { isAddressEqual } from 'viem'
import type { ActionClass } from '../../../../tools/safety/policy/phases.ts'
import type { PositionChange } from '../../../vocabulary/intent.ts'
import type { Facts } from '../facts/facts.ts'
import { type Effect, emptyCage, idle, type Lists, mayRefuse, refuse } from './effect.ts'

const CLASSES: Readonly<Record<PositionChange['change'], ActionClass>> = {
  open: 'new-position',
  increase: 'increase-position',
  decrease: 'decrease-position',
  collect: 'decrease-position',
  close: 'close-position',
}

/** Say what a change of a position does; how much of it the market takes nobody can tell. */
export function derivePosition(intent: PositionChange, { owner }: Facts, { account }: Lists): Effect {
  const { change, gives, refusals, toleranceBps, findOwner } = intent
  // Anybody may add to anybody's position, but no tool does: what is in it is its owner's.
  const isOwn = findOwner === undefined || (owner !== undefined && isAddressEqual(owner, account))
  const grows = change === 'open' || change === 'increase'
  return {
    ...idle(false),
    riskTier: 'layer2',
    classes: [CLASSES[change]],
    plan: isOwn ? mayRefuse(refusals) : refuse(refusals),
    outflows: gives,
    cage: { ...emptyCage(false), liquidity: grows ? 'grows' : 'shrinks' },
    reverts: grows ? undefined : false,
    toleranceBps: BigInt(toleranceBps),
  }
}
