import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setRealTimer } from '../../harness/cli/real-timer.ts'
import { drawnMoves } from '../../harness/property/differential/draw-action.ts'
import { drawnWorld, toStageSetup } from '../../harness/property/differential/draw-world.ts'
import { playDifferential } from '../../harness/property/differential/play.ts'
import { createTally } from '../../harness/property/differential/tally.ts'
import type { Environment } from '../../harness/stage/environment.ts'
import { openStage } from '../../harness/stage/open-stage.ts'
import { HOOK_ORDER } from '../../tools/safety/hooks/hook.ts'
import { openEnvironment } from './open-environment.ts'

const ACTIONS = 10_000
const MOVES = 20

let environment: Environment
beforeAll(async () => {
  environment = await openEnvironment()
})
afterAll(() => environment.stop())

test('I35: diff-offchain-onchain: of 10 000 random actions the chain rejects none that off-chain accepts', async () => {
  const tally = createTally()
  const started = performance.now()
  for (let seed = 1; tally.actions < ACTIONS; seed += 1) {
    await fc.assert(
      fc.asyncProperty(drawnWorld, drawnMoves(MOVES), async (drawn, moves) => {
        const stage = await openStage(
          environment,
          toStageSetup(drawn, environment.book),
          `${seed}`,
          setRealTimer,
        )
        try {
          await playDifferential(moves, stage, environment.fork, tally)
        } finally {
          await stage.close()
        }
      }),
      { seed, numRuns: 20 },
    )
  }
  const perSecond = Math.round((1_000 * tally.actions) / (performance.now() - started))
  console.info(`off-chain against on-chain, ${perSecond} actions/s`, tally)
  expect(tally.accepted / tally.actions).toBeGreaterThanOrEqual(0.2)
  expect(Object.keys(tally.denied)).toEqual(
    expect.arrayContaining([...HOOK_ORDER, 'phase', 'guardian', 'tool']),
  )
  expect(tally.committed).toBeGreaterThan(ACTIONS / 50)
  // Positions stand while others are asked for, and debt with them.
  expect(tally.held).toBeGreaterThan(ACTIONS / 3)
  expect(tally.owing).toBeGreaterThan(ACTIONS / 20)
  expect(Object.keys(tally.acceptedKinds)).toEqual(
    expect.arrayContaining([
      ...['supply', 'withdraw', 'borrow', 'repay', 'set-collateral', 'set-emode'],
      ...['supply-collateral', 'withdraw-collateral', 'open-leverage', 'close-leverage', 'open-hedge'],
      ...['add-liquidity', 'close-liquidity', 'stake-model', 'request-model-exit', 'place-model-order'],
    ]),
  )
  expect(tally.withoutSimulation.accepted).toBeGreaterThan(ACTIONS / 10)
  // The rules of the cage that only a simulation knows are met too.
  expect(Object.keys(tally.withoutSimulation)).toEqual(
    expect.arrayContaining([
      'WindowSpendExceeded',
      'ValueLossExceeded',
      'DrawdownExceeded',
      'PositionCapExceeded',
    ]),
  )
})
