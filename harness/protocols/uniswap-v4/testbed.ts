import { stringToHex } from 'viem'
import { BASE } from '../../../tools/protocols/uniswap-v4/base.ts'
import { defineTestbed, type WorldBuilder } from '../testbed.ts'
import { LATER } from './later.ts'
import { observe, unitOf } from './observe.ts'
import {
  allowThroughPermit2,
  loadCore,
  loadPeriphery,
  openPool,
  placeHooks,
  routerOf,
  tradeRound,
  unwrapForPools,
} from './open-pool.ts'
import { MARKET_POOLS } from './pools.ts'

/** Draws the pictures of positions; nothing calls it directly. */
const DESCRIPTOR = '0xd1428Ba554F4C8450b763a0B2040A4935c63f06C'

/** Gas that the position manager leaves to a subscriber, as deployed on mainnet. */
const UNSUBSCRIBE_GAS = 300_000n

/** Tokens of the market's pools, the native coin apart. */
const SYMBOLS = ['USDC', 'WETH']

/** Uniswap V4 with its periphery, pools with and without hooks, and trades of the last minutes. */
export const TESTBED = defineTestbed({
  needs: ['weth', 'permit2', 'universal-router'],
  packages: ['@uniswap/v4-core', '@uniswap/v4-periphery'],
  async deploy(world: WorldBuilder) {
    const { chain, book, deployer } = world
    const { poolManager, positionManager, quoter, stateView } = BASE.on(book)
    const weth = book.wrappedNative
    const permit2 = book.protocols.permit2?.permit2
    await chain.place(loadCore('PoolManager'), poolManager, [deployer], deployer)
    const label = stringToHex(book.nativeSymbol, { size: 32 })
    await chain.place(loadPeriphery('PositionDescriptor'), DESCRIPTOR, [poolManager, weth, label], deployer)
    const manager = [poolManager, permit2, UNSUBSCRIBE_GAS, DESCRIPTOR, weth]
    await chain.place(loadPeriphery('PositionManager'), positionManager, manager, deployer)
    await chain.place(loadPeriphery('StateView'), stateView, [poolManager], deployer)
    await chain.place(loadPeriphery('V4Quoter'), quoter, [poolManager], deployer)
    await placeHooks(world)
  },
  async seed(world: WorldBuilder) {
    const permit2 = world.book.protocols.permit2?.permit2
    if (permit2 === undefined) throw new Error('the book has no Permit2')
    await world.approveAll(world.provider, permit2)
    await allowThroughPermit2(world, world.provider, BASE.on(world.book).positionManager, SYMBOLS)
    await unwrapForPools(world)
    for (const pool of MARKET_POOLS) await openPool(world, pool)
  },
  async prepareHistory(world: WorldBuilder) {
    const permit2 = world.book.protocols.permit2?.permit2
    if (permit2 === undefined) throw new Error('the book has no Permit2')
    await world.approveAll(world.trader, permit2)
    await allowThroughPermit2(world, world.trader, routerOf(world.book), SYMBOLS)
  },
  addHistory: tradeRound,
  opens: MARKET_POOLS,
  observe,
  unitOf,
  later: LATER,
  model: async () => (await import('./model.ts')).MODEL,
  draw: async () => (await import('./draw.ts')).DRAW,
  attack: async () => (await import('./attack.ts')).ATTACK,
})
