import { defineTestbed, type WorldBuilder } from '../testbed.ts'
import { deployMarket, openReserves } from './deploy-market.ts'
import { borrowRound, prepareRounds, seedMarket } from './history.ts'
import { LATER } from './later.ts'
import { observe, unitOf } from './observe.ts'
import { RESERVES } from './reserves.ts'

/** Aave V3.0.2 with its rewards and gateway, reserves with liquidity and debt, and two hours of moving rates. */
export const TESTBED = defineTestbed({
  needs: ['weth'],
  packages: ['@aave/core-v3', '@aave/periphery-v3'],
  deploy: deployMarket,
  async seed(world: WorldBuilder) {
    await openReserves(world)
    await seedMarket(world)
  },
  opens: RESERVES,
  observe,
  unitOf,
  later: LATER,
  prepareHistory: prepareRounds,
  addHistory: borrowRound,
  model: async () => (await import('./model.ts')).MODEL,
  draw: async () => (await import('./draw.ts')).DRAW,
  attack: async () => (await import('./attack.ts')).ATTACK,
})
