import { BASE } from '../../../tools/protocols/uniswap-v2/base.ts'
import { defineTestbed, type WorldBuilder } from '../testbed.ts'
import { FAR, loadFactory, loadRouter } from './contracts.ts'
import { LATER } from './later.ts'
import { MARKET } from './market.ts'
import { observe } from './observe.ts'
import { MARKET_PAIRS, type MarketPair } from './pairs.ts'

/** Uniswap V2: its factory, its router, and pairs with liquidity. */
export const TESTBED = defineTestbed({
  needs: ['weth'],
  packages: ['@uniswap/v2-core', '@uniswap/v2-periphery'],
  async deploy({ chain, book, deployer }) {
    const { factory, router } = BASE.on(book)
    await chain.place(loadFactory(), factory, [deployer], deployer)
    await chain.place(loadRouter(), router, [factory, book.wrappedNative], deployer)
  },
  async seed(world: WorldBuilder) {
    await world.approveAll(world.provider, BASE.on(world.book).router)
    for (const pair of MARKET_PAIRS) await openPair(world, pair)
    await world.chain.mine()
  },
  opens: MARKET_PAIRS,
  market: MARKET,
  observe,
  later: LATER,
  model: async () => (await import('./model.ts')).MODEL,
  draw: async () => (await import('./draw.ts')).DRAW,
  attack: async () => (await import('./attack.ts')).ATTACK,
})

async function openPair({ chain, book, provider, tokens, toAmount }: WorldBuilder, pair: MarketPair) {
  const amounts = pair.tokens.map((symbol) => toAmount(symbol, pair.valueUsd / 2n))
  await chain.call({
    label: `provide ${pair.valueUsd} USD to ${pair.tokens.join('/')}`,
    from: provider,
    to: BASE.on(book).router,
    abi: loadRouter().abi,
    functionName: 'addLiquidity',
    args: [...pair.tokens.map((symbol) => tokens[symbol]?.address), ...amounts, 0n, 0n, provider, FAR],
    gas: 6_000_000n,
  })
}
