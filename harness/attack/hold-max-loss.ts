import { formatUsdc } from '../../tools/core/amount.ts'
import { type Attacker, computeMaxLoss } from '../../tools/safety/policy/max-loss.ts'
import { assertLaw } from '../property/law-violation.ts'
import type { PropertyWorld } from '../property/property-world.ts'
import { actHonestly, createAgentAttacker } from './agent-attacker.ts'
import { type AttackOutcome, playAttack } from './attack.ts'
import type { AttackMove } from './attack-move.ts'
import { type DrawnRules, toAttackedWorld } from './draw-attack.ts'
import { createKeyAttacker } from './key-attacker.ts'

/** An attack with how near it came to the bounds, in basis points of each. */
export interface HeldAttack extends AttackOutcome {
  readonly stopBps: number
  readonly dayBps: number
}

/**
 * Play an attack on a world of its own and hold what it lost against the bounds that follow from the policies.
 *
 * @throws LawViolation `max-loss.*`
 */
export async function holdMaxLoss(
  moves: readonly AttackMove[],
  drawn: DrawnRules,
  by: Attacker,
  world: PropertyWorld,
): Promise<HeldAttack> {
  const { setup, rules } = toAttackedWorld(drawn, world.book)
  const stage = await world.open(setup)
  // What is taken over was in use before.
  if (by !== 'agent') await actHonestly(stage)
  const attacker = by === 'agent' ? createAgentAttacker(stage) : createKeyAttacker(by, stage, world.fork)
  const outcome = await playAttack(moves, attacker, stage, world.fork)
  const { capitalUsdc, tried, lossUsdc, worstDayUsdc } = outcome
  const isDeceived = by === 'agent' && !drawn.hasSecondProvider && moves.some(({ move }) => move === 'lie')
  const { [isDeceived ? 'host' : by]: bound } = computeMaxLoss(stage.session.policy, rules, {
    capitalUsdc,
    operatorActions: BigInt(tried),
  })
  assertLaw(
    lossUsdc <= bound.untilStopUsdc,
    'max-loss.until-stop',
    `≤ ${formatUsdc(bound.untilStopUsdc)}`,
    formatUsdc(lossUsdc),
  )
  assertLaw(
    worstDayUsdc <= bound.perDayUsdc,
    'max-loss.per-day',
    `≤ ${formatUsdc(bound.perDayUsdc)}`,
    formatUsdc(worstDayUsdc),
  )
  const share = (loss: bigint, limit: bigint) => Number((10_000n * loss) / limit)
  return {
    ...outcome,
    stopBps: share(lossUsdc, bound.untilStopUsdc),
    dayBps: share(worstDayUsdc, bound.perDayUsdc),
  }
}
