import { type Address, pad } from 'viem'
import { expect, test } from 'vitest'
import { buyInEach, sellInEach, tooManyRounds } from './leverage-rounds.ts'

const [COLLATERAL, OWED] = ['01', '02'].map((byte) => pad(`0x${byte}`, { size: 20 })) as [Address, Address]
const SIDES = { collateral: COLLATERAL, owed: OWED }

test('I17: a round buys with no more than it has borrowed, behind the call that borrows it', () => {
  const rounds = [
    { borrowed: 10n, bought: 3n },
    { borrowed: 20n, bought: 6n },
  ]
  const need = { need: 'swap', exact: 'output', tokenIn: OWED, tokenOut: COLLATERAL }
  // Allow, supply; then in each round: borrow, allow, supply.
  expect(buyInEach(SIDES, rounds)).toEqual([
    { ...need, amountOutBaseUnits: 3n, mostInBaseUnits: 10n, afterCalls: 3 },
    { ...need, amountOutBaseUnits: 6n, mostInBaseUnits: 20n, afterCalls: 6 },
  ])
})

test('I17: a round buys what it repays, with no more than it took out, behind the call that takes it', () => {
  const rounds = [
    { sold: 3n, repaid: 10n },
    { sold: 6n, repaid: 20n },
  ]
  const need = { need: 'swap', exact: 'output', tokenIn: COLLATERAL, tokenOut: OWED }
  expect(sellInEach(SIDES, rounds, 4)).toEqual([
    { ...need, amountOutBaseUnits: 10n, mostInBaseUnits: 3n, afterCalls: 1 },
    { ...need, amountOutBaseUnits: 20n, mostInBaseUnits: 6n, afterCalls: 5 },
  ])
})

test('error: INVALID_PARAMS names how many rounds there is room for', () =>
  expect(tooManyRounds('/leverageBps', 6)).toMatchObject({
    code: 'INVALID_PARAMS',
    args: { path: '/leverageBps', problem: 'needs more than 6 rounds' },
  }))
