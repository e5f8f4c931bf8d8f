import { defineTestbed } from '../testbed.ts'
import { deployCore } from './deploy-core.ts'
import { LATER } from './later.ts'
import { observe } from './observe.ts'
import { openMarkets, prepareTrades, tradeRound } from './open-markets.ts'

/** Pendle V2 with two markets of savings DAI, and two hours of trades in the first of them; limit orders are signed by a maker of its own. */
export const TESTBED = defineTestbed({
  needs: ['erc4626'],
  packages: ['@pendle/core-v2', '@openzeppelin/contracts'],
  standIn: 'makers of limit orders',
  deploy: deployCore,
  seed: openMarkets,
  prepareHistory: prepareTrades,
  addHistory: tradeRound,
  observe,
  later: LATER,
  model: async () => (await import('./model.ts')).MODEL,
  draw: async () => (await import('./draw.ts')).DRAW,
  attack: async () => (await import('./attack.ts')).ATTACK,
})
