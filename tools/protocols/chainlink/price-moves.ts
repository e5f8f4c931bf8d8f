import type { Round } from '../../kit/feed-rounds.ts'

/** A round that is worth telling, with how far it is from the one that was told before. */
export interface PriceMove {
  readonly round: Round
  /** Null of the first one, and after an answer that is no price. */
  readonly moveBps: number | null
}

/** Pick the rounds that lie far enough, in price and in time, from the one that was told before them. */
export function pickMoves(
  rounds: readonly Round[],
  told: Round | undefined,
  {
    minimumMoveBps,
    minimumIntervalSeconds,
  }: { readonly minimumMoveBps: number; readonly minimumIntervalSeconds: number },
): PriceMove[] {
  const moves: PriceMove[] = []
  let before = told
  for (const round of rounds) {
    const moveBps =
      before === undefined || before.answer <= 0n
        ? null
        : Number(((round.answer - before.answer) * 10_000n) / before.answer)
    const isFar = moveBps === null || Math.abs(moveBps) >= minimumMoveBps
    const isLate =
      before === undefined || round.updatedAtSeconds - before.updatedAtSeconds >= minimumIntervalSeconds
    if (!isFar || !isLate) continue
    moves.push({ round, moveBps })
    before = round
  }
  return moves
}
