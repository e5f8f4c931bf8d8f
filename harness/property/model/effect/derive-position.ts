import type { ActionClass } from '../../../../tools/safety/policy/phases.ts'
import type { PositionChange } from '../../../vocabulary/intent.ts'
import { type Effect, emptyCage, idle, mayRefuse } from './effect.ts'

const CLASSES: Readonly<Record<PositionChange['change'], ActionClass>> = {
  open: 'new-position',
  increase: 'increase-position',
  decrease: 'decrease-position',
  collect: 'decrease-position',
  close: 'close-position',
}

/** Say what a change of a position does; how much of it the market takes nobody can tell. */
export function derivePosition({ change, gives, refusals, toleranceBps }: PositionChange): Effect {
  const grows = change === 'open' || change === 'increase'
  return {
    ...idle(false),
    riskTier: 'layer2',
    classes: [CLASSES[change]],
    plan: mayRefuse(refusals),
    outflows: gives,
    cage: { ...emptyCage(false), liquidity: grows ? 'grows' : 'shrinks' },
    reverts: grows ? undefined : false,
    toleranceBps: BigInt(toleranceBps),
  }
}
