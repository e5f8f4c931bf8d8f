import { BASE } from '../../../tools/protocols/morpho-blue/base.ts'
import { defineTestbed } from '../testbed.ts'
import { loadContracts, UNITS } from './artifacts.ts'
import { LATER } from './later.ts'
import { ORIGIN_MARKETS } from './markets.ts'
import { observe, unitOf } from './observe.ts'
import { openMarket, tradeRound } from './open-market.ts'
import { openVault } from './open-vault.ts'

/** Morpho Blue with its rate model and public allocator, three markets with lenders and borrowers, and a vault over two. */
export const TESTBED = defineTestbed({
  needs: ['weth'],
  packages: ['@morpho-org/morpho-blue', 'solc-0.8.19', 'sphere-mezo-solidity-files'],
  compiles: UNITS,
  async deploy(world) {
    const { chain, book, deployer } = world
    const { morpho, irm, publicAllocator } = BASE.on(book)
    const contracts = loadContracts(world)
    await chain.place(contracts.morpho, morpho, [deployer], deployer)
    await chain.place(contracts.irm, irm, [morpho], deployer)
    await chain.place(contracts.publicAllocator, publicAllocator, [morpho], deployer)
    const administer = (functionName: string, args: readonly unknown[]) =>
      chain.call({
        label: functionName,
        from: deployer,
        to: morpho,
        abi: contracts.morpho.abi,
        functionName,
        args,
      })
    await administer('enableIrm', [irm])
    for (const lltvWad of new Set(ORIGIN_MARKETS.map((market) => market.lltvWad))) {
      await administer('enableLltv', [lltvWad])
    }
  },
  async seed(world) {
    const { morpho } = BASE.on(world.book)
    await world.approveAll(world.provider, morpho)
    await world.approveAll(world.trader, morpho)
    for (const market of ORIGIN_MARKETS) await openMarket(world, market)
    if ('metamorpho' in world.book.protocols) await openVault(world)
  },
  opens: ORIGIN_MARKETS,
  observe,
  unitOf,
  later: LATER,
  addHistory: tradeRound,
  model: async () => (await import('./model.ts')).MODEL,
  draw: async () => (await import('./draw.ts')).DRAW,
  attack: async () => (await import('./attack.ts')).ATTACK,
})
