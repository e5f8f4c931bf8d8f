import type { Address } from 'viem'
import { morphoAbi } from '../../../tools/protocols/morpho-blue/abi.ts'
import { BASE } from '../../../tools/protocols/morpho-blue/base.ts'
import type { WorldBuilder } from '../testbed.ts'
import { loadContracts } from './artifacts.ts'
import { type MarketTerms, ORIGIN_MARKETS, type OriginMarket } from './markets.ts'

/** Value that a lender adds or takes in a round. */
const TRADE_USD = 600n

const tokenOf = ({ tokens }: WorldBuilder, symbol: string) => {
  const token = tokens[symbol]
  if (token === undefined) throw new Error(`the market has no ${symbol}`)
  return token
}

const feedOf = ({ book }: WorldBuilder, symbol: string): Address => {
  const feed = book.tokens.find((token) => token.symbol === symbol)?.feed
  if (feed === undefined) throw new Error(`${symbol} has no feed`)
  return feed.address
}

/** The parameters that a market of the origin is created with. */
export const termsOf = (world: WorldBuilder, market: OriginMarket): MarketTerms => ({
  loanToken: tokenOf(world, market.loan).address,
  collateralToken: tokenOf(world, market.collateral).address,
  oracle: market.oracle,
  irm: BASE.on(world.book).irm,
  lltv: market.lltvWad,
})

/** Call Morpho for an account. */
const act = (world: WorldBuilder, from: Address, functionName: string, args: readonly unknown[]) =>
  world.chain.call({
    label: `${functionName} in Morpho`,
    from,
    to: BASE.on(world.book).morpho,
    abi: morphoAbi,
    functionName,
    args,
  })

/** Put a market's oracle over both tokens' feeds, create the market, lend into it and borrow from it. */
export async function openMarket(world: WorldBuilder, market: OriginMarket): Promise<void> {
  const { chain, deployer, provider } = world
  const terms = termsOf(world, market)
  const sides = [market.collateral, market.loan].flatMap((symbol) => [
    feedOf(world, symbol),
    tokenOf(world, symbol).decimals,
  ])
  await chain.place(loadContracts(world).oracle, market.oracle, sides, deployer)
  await act(world, provider, 'createMarket', [terms])
  const lent = world.toAmount(market.loan, market.lentUsd)
  await act(world, provider, 'supply', [terms, lent, 0n, provider, '0x'])
  for (const { by, collateralUsd, debtUsd } of market.debts) {
    const borrower = world[by]
    const posted = world.toAmount(market.collateral, collateralUsd)
    await act(world, borrower, 'supplyCollateral', [terms, posted, borrower, '0x'])
    const debt = world.toAmount(market.loan, debtUsd)
    await act(world, borrower, 'borrow', [terms, debt, 0n, borrower, borrower])
  }
  await chain.mine()
}

/** Small deposits and withdrawals by turns: interest is booked, and lenders end where they began. */
export async function tradeRound(world: WorldBuilder, round: number): Promise<void> {
  const { trader } = world
  for (const market of ORIGIN_MARKETS) {
    const terms = termsOf(world, market)
    const assets = world.toAmount(market.loan, TRADE_USD)
    if (round % 2 === 0) await act(world, trader, 'supply', [terms, assets, 0n, trader, '0x'])
    else await act(world, trader, 'withdraw', [terms, assets, 0n, trader, trader])
  }
}
