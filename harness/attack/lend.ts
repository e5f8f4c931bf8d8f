import type { Position } from '../../tools/core/position.ts'
import type { LendingAttack } from '../vocabulary/attack.ts'
import { MARKET_TOKENS, type MarketSymbol } from '../world/market.ts'
import type { AttackMove } from './attack-move.ts'
import { readHoldings } from './measure-loss.ts'
import type { Attack } from './play-move.ts'
import { LENDERS } from './testbed-attacks.ts'

type LendMove = Extract<AttackMove, { move: 'lend' }>

/** Parts that are tried in turn, until the cage goes along; of a debt close together around the owner's least health. */
const PARTS = [100n, 50n, 25n, 10n, 4n, 1n]
const DEBT_PARTS = [100n, 86n, 80n, 78n, 76n, 75n, 74n, 72n, 68n, 50n, 25n, 10n]

/** Supply, borrow, repay or take out what was supplied, as far as the cage goes along. */
export async function lend({ at, act, percent }: LendMove, attack: Attack): Promise<void> {
  const lending = LENDERS.get(at)
  if (lending === undefined) throw new RangeError(`"${at}" lends nothing: see its testbed's attack.ts`)
  const { attacker, attempt, scope } = attack
  const whole = await mostOf(act, at, lending, attack)
  for (const part of act === 'borrow' ? DEBT_PARTS : PARTS) {
    const amount = (whole * BigInt(percent) * part) / 10_000n
    if (amount > 0n && (await attempt(() => attacker.make(lending[act](scope, amount))))) return
  }
}

/** What there is to supply, to borrow against at par, to repay, to take out. */
async function mostOf(
  act: LendMove['act'],
  at: string,
  { collateral, debt }: LendingAttack,
  { stage, scope }: Attack,
): Promise<bigint> {
  if (act === 'supply') return (await readHoldings(stage, scope)).get(collateral) ?? 0n
  const positions = (await stage.oracle.readPositions(stage.cage)).filter(({ protocol }) => protocol === at)
  const supplied = sumOf(positions, scope.token(collateral))
  if (act === 'withdraw') return supplied
  const owed = -sumOf(positions, scope.token(debt), -1n)
  if (act === 'repay') return owed
  const [from, to] = [collateral, debt].map((symbol) => MARKET_TOKENS[symbol as MarketSymbol]) as [
    (typeof MARKET_TOKENS)[MarketSymbol],
    (typeof MARKET_TOKENS)[MarketSymbol],
  ]
  const worth =
    (supplied * from.priceUsd * 10n ** BigInt(to.decimals)) / (to.priceUsd * 10n ** BigInt(from.decimals))
  return worth > owed ? worth - owed : 0n
}

/** What positions hold of a token, or owe of it where the sign is below zero. */
const sumOf = (positions: readonly Position[], token: string, sign = 1n): bigint =>
  positions
    .flatMap(({ lots }) => lots.flatMap(({ legs }) => legs))
    .filter((leg) => leg.token.toLowerCase() === token.toLowerCase() && leg.amount * sign > 0n)
    .reduce((sum, { amount }) => sum + amount, 0n)
