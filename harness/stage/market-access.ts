import type { Hex } from 'viem'
import type { MarketAccess } from '../protocols/testbed-market.ts'
import { ACTORS } from '../world/actors.ts'
import type { Fund } from './funding.ts'
import type { Ground } from './ground.ts'

/** Create what testbeds work their markets with on a stage. */
export const createMarketAccess = ({ chain, client, sender }: Ground, fund: Fund): MarketAccess => ({
  client,
  book: chain.book,
  whale: ACTORS.whale.address,
  deployer: ACTORS.deployer.address,
  async send(from, calls, what) {
    const hashes: Hex[] = []
    for (const call of calls) hashes.push(await sender.send(from, call))
    await sender.settle(hashes, what)
  },
  fund,
})
