import { isAddressEqual } from '../../../../tools/core/is-address-equal.ts'
import type { ActionClass } from '../../../../tools/safety/policy/phases.ts'
import type { PositionChange } from '../../../vocabulary/intent.ts'
import type { Facts } from '../facts/facts.ts'
import { deny } from '../verdict.ts'
import { type Effect, emptyCage, has, idle, type Lists, mayRefuse, refuse } from './effect.ts'

const CLASSES: Readonly<Record<PositionChange['change'], ActionClass>> = {
  open: 'new-position',
  increase: 'increase-position',
  decrease: 'decrease-position',
  collect: 'decrease-position',
  close: 'close-position',
  set: 'close-position',
}

/** What may be a mere exchange may as well be an exit from something: the cage goes by what it comes to. */
const directionOf = ({ classes = [] }: PositionChange, grows: boolean) =>
  classes.includes('rebalance') ? 'either' : grows ? 'grows' : 'shrinks'

/** Say what a change of a position does; how much of it the market takes nobody can tell. */
export function derivePosition(intent: PositionChange, { owner }: Facts, lists: Lists): Effect {
  const {
    change,
    gives,
    gets = [],
    lends,
    refusals,
    toleranceBps,
    findOwner,
    untilSeconds,
    isBoundByAmount,
  } = intent
  // Anybody may add to anybody's position, but no tool does: what is in it is its owner's.
  const isOwn = findOwner === undefined || (owner !== undefined && isAddressEqual(owner, lists.account))
  const grows = change === 'open' || change === 'increase'
  return {
    ...idle(false),
    riskTier: intent.riskTier ?? 'layer2',
    classes: intent.classes ?? [CLASSES[change]],
    // What is left of an act that fails: its approval, or nothing.
    failed: lends ? [...(gives.length > 0 ? (['increase-position'] as const) : []), 'close-position'] : [],
    plan: isOwn ? mayRefuse(refusals) : refuse(refusals),
    outflows: gives,
    inflows: gets,
    ...(intent.paysOperator ? { lists: listPayment(lists) } : {}),
    cage: { ...emptyCage(false), ...(change === 'set' ? {} : { liquidity: directionOf(intent, grows) }) },
    reverts: grows || lends ? undefined : false,
    lends: lends === true,
    toleranceBps: BigInt(toleranceBps),
    ...(isBoundByAmount ? { isBoundByAmount } : {}),
    ...(untilSeconds === undefined ? {} : { untilSeconds }),
  }
}

/** Both lists have to name the operator, like anyone who is paid. */
const listPayment = ({ operator, cageRecipients, recipients }: Lists): Effect['lists'] => ({
  cage: has(cageRecipients, operator) ? [] : [deny('policy-cage', 'CAGE_RECIPIENT_NOT_ALLOWED')],
  allowlist: has(recipients, operator) ? [] : [deny('allowlist-guard', 'RECIPIENT_NOT_ALLOWED')],
})
