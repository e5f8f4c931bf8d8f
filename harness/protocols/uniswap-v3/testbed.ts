import { stringToHex, zeroAddress } from 'viem'
import { BASE } from '../../../tools/protocols/uniswap-v3/base.ts'
import { loadArtifact } from '../../chain/artifacts.ts'
import { defineTestbed, type WorldBuilder } from '../testbed.ts'
import { MARKET } from './market.ts'
import { observe, unitOf } from './observe.ts'
import { INCENTIVE_BOUNDS, loadStaker, openIncentives } from './open-incentives.ts'
import { loadManager, loadRouter, openPool, tradeRound, V3_CORE, V3_PERIPHERY } from './open-pool.ts'
import { MARKET_POOLS } from './pools.ts'

/** Contracts that the position manager draws its pictures with; nothing calls them directly. */
const DESCRIPTORS = {
  library: '0x42B24A95702b9986e82d421cC3568932790A48Ec',
  descriptor: '0x91ae842A5Ffd8d12023116943e72A606179294f3',
} as const

/** Uniswap V3 with its periphery and its staker, pools with liquidity, incentives, and two hours of trades. */
export const TESTBED = defineTestbed({
  needs: ['weth'],
  packages: [
    '@uniswap/v3-core',
    '@uniswap/v3-periphery',
    '@uniswap/swap-router-contracts',
    '@uniswap/v3-staker',
  ],
  async deploy({ chain, book, deployer }) {
    const { factory, positionManager, quoter, staker, swapRouter, tickLens } = BASE.on(book)
    const { library, descriptor } = DESCRIPTORS
    const weth = book.wrappedNative
    const core = loadArtifact(`${V3_CORE}/UniswapV3Factory.sol/UniswapV3Factory.json`)
    const periphery = (path: string, libraries = {}) =>
      loadArtifact(`${V3_PERIPHERY}/${path}.json`, libraries)
    const drawing = periphery('NonfungibleTokenPositionDescriptor.sol/NonfungibleTokenPositionDescriptor', {
      NFTDescriptor: library,
    })
    await chain.place(core, factory, [], deployer)
    await chain.place(periphery('lens/TickLens.sol/TickLens'), tickLens, [], deployer)
    await chain.place(periphery('libraries/NFTDescriptor.sol/NFTDescriptor'), library, [], deployer)
    await chain.place(drawing, descriptor, [weth, stringToHex(book.nativeSymbol, { size: 32 })], deployer)
    await chain.place(loadManager(), positionManager, [factory, weth, descriptor], deployer)
    await chain.place(periphery('lens/QuoterV2.sol/QuoterV2'), quoter, [factory, weth], deployer)
    // Uniswap V2, the router's first argument, is not deployed here.
    await chain.place(loadRouter(), swapRouter, [zeroAddress, factory, positionManager, weth], deployer)
    if (staker)
      await chain.place(loadStaker(), staker, [factory, positionManager, ...INCENTIVE_BOUNDS], deployer)
    await chain.call({
      label: 'enable the fee of 1 basis point',
      from: deployer,
      to: factory,
      abi: core.abi,
      functionName: 'enableFeeAmount',
      args: [100, 1],
    })
  },
  async seed(world: WorldBuilder) {
    await world.approveAll(world.provider, BASE.on(world.book).positionManager)
    for (const pool of MARKET_POOLS) await openPool(world, pool)
    await openIncentives(world)
  },
  prepareHistory: (world) => world.approveAll(world.trader, BASE.on(world.book).swapRouter),
  addHistory: tradeRound,
  opens: MARKET_POOLS,
  market: MARKET,
  observe,
  unitOf,
  model: async () => (await import('./model.ts')).MODEL,
  draw: async () => (await import('./draw.ts')).DRAW,
  attack: async () => (await import('./attack.ts')).ATTACK,
})
