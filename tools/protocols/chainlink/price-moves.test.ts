import { expect, test } from 'vitest'
import { pickMoves } from './price-moves.ts'

const round = (roundId: number, answer: bigint, updatedAtSeconds: number) => ({
  roundId: BigInt(roundId),
  answer,
  updatedAtSeconds,
})
const ANY = { minimumMoveBps: 0, minimumIntervalSeconds: 0 }

test('default: each move is from the price that was told before, however many small ones lie between', () => {
  const rounds = [round(2, 1_004n, 10), round(3, 1_008n, 20), round(4, 1_011n, 30), round(5, 990n, 40)]
  const picked = pickMoves(rounds, round(1, 1_000n, 0), { ...ANY, minimumMoveBps: 100 })
  expect(picked.map(({ round: { roundId }, moveBps }) => [roundId, moveBps])).toEqual([
    [4n, 110],
    [5n, -207],
  ])
  expect(pickMoves(rounds, round(1, 1_000n, 0), ANY)).toHaveLength(4)
})

test('behavior: what comes too soon is left out, whatever it says', () => {
  const rounds = [round(2, 2_000n, 10), round(3, 3_000n, 60)]
  const picked = pickMoves(rounds, round(1, 1_000n, 0), { ...ANY, minimumIntervalSeconds: 60 })
  expect(picked.map(({ round: { roundId }, moveBps }) => [roundId, moveBps])).toEqual([[3n, 20_000]])
})

test('behavior: the first one, and one after no price, has no move', () => {
  const strict = { minimumMoveBps: 500, minimumIntervalSeconds: 0 }
  expect(pickMoves([round(1, 5n, 0)], undefined, strict)).toEqual([{ round: round(1, 5n, 0), moveBps: null }])
  expect(pickMoves([round(2, 5n, 9)], round(1, 0n, 0), strict)[0]?.moveBps).toBeNull()
})
