import type { Fork } from '../chain/fork.ts'
import type { Stage } from '../stage/stage.ts'
import type { AttackMove } from './attack-move.ts'
import { createAttackScope } from './attack-scope.ts'
import type { Attacker } from './attacker.ts'
import { findWorstDay, type ValueSample, valueCage } from './measure-loss.ts'
import { openMarkets } from './open-markets.ts'
import { playMove } from './play-move.ts'

/** What an attack did. */
export interface AttackOutcome {
  /** Value at fair prices before, and how much of it is gone at the end, USDC base units. */
  readonly capitalUsdc: bigint
  readonly lossUsdc: bigint
  /** Largest loss within any 24 hours. */
  readonly worstDayUsdc: bigint
  /** Moves that the cage went along with, and all that were tried. */
  readonly went: number
  readonly tried: number
}

/**
 * Play hostile moves with one attacker while a confederate skews the pools around each swap and puts them back, then
 * measure the cage at the prices at which the market opened.
 */
export async function playAttack(
  moves: readonly AttackMove[],
  attacker: Attacker,
  stage: Stage,
  fork: Fork,
): Promise<AttackOutcome> {
  const scope = createAttackScope(stage, fork)
  const markets = await openMarkets(stage, scope, fork)
  const tries = { tried: 0, went: 0 }
  const attempt = async (act: () => Promise<boolean>): Promise<boolean> => {
    tries.tried += 1
    const went = await act()
    if (went) tries.went += 1
    return went
  }
  const sample = async (): Promise<ValueSample> => ({
    atSeconds: fork.headTimestampSeconds(),
    valueUsdc: await valueCage(stage, scope),
  })
  const first = await sample()
  const samples = [first]
  for (const move of moves) {
    await playMove(move, { attacker, stage, scope, markets, attempt })
    samples.push(await sample())
  }
  return {
    capitalUsdc: first.valueUsdc,
    lossUsdc: first.valueUsdc - (samples.at(-1) ?? first).valueUsdc,
    worstDayUsdc: findWorstDay(samples),
    ...tries,
  }
}
