import { type Hex, parseAbi } from 'viem'
import type { AddressBook } from '../../../tools/core/address-book.ts'
import { decodeFunctionResult } from '../../../tools/core/decode-function-result.ts'
import { encodeFunctionData } from '../../../tools/core/encode-function-data.ts'
import type { Position } from '../../../tools/core/position.ts'
import { BASE } from '../../../tools/protocols/morpho-blue/base.ts'
import type { LaterAct, LaterPlan, LaterScope, TestbedLater } from '../testbed-later.ts'
import { listMarkets, type MarketTerms, toMarketId } from './markets.ts'

const morphoAbi = parseAbi([
  'struct Terms { address loanToken; address collateralToken; address oracle; address irm; uint256 lltv; }',
  'struct Market { uint128 lent; uint128 lentShares; uint128 borrowed; uint128 borrowedShares; uint128 since; uint128 fee; }',
  'function liquidate(Terms, address borrower, uint256 seizedAssets, uint256 repaidShares, bytes) returns (uint256, uint256)',
  'function market(bytes32) view returns (Market)',
])
const oracleAbi = parseAbi(['function price() view returns (uint256)'])
const irmAbi = parseAbi([
  'struct Terms { address loanToken; address collateralToken; address oracle; address irm; uint256 lltv; }',
  'struct Market { uint128 lent; uint128 lentShares; uint128 borrowed; uint128 borrowedShares; uint128 since; uint128 fee; }',
  'function borrowRateView(Terms, Market) view returns (uint256)',
])

const WAD = 10n ** 18n
const BPS = 10_000n
/** Scale of an oracle's price (Morpho Blue whitepaper, "Oracle"). */
const PRICE_SCALE = 10n ** 36n
/** Liquidators get so much more than they repay at most, and less by the market's threshold (same paper, "Liquidation"). */
const MOST_INCENTIVE = 115n * 10n ** 16n
const CURSOR = 3n * 10n ** 17n

type Market = Awaited<ReturnType<typeof readMarket>>

/** What a debt may be liquidated by. */
interface Debtor {
  readonly terms: MarketTerms
  readonly position: Position
  readonly price: bigint
  readonly incentive: bigint
}

const termsOf = (book: AddressBook, key: Hex) => listMarkets(book).find((terms) => toMarketId(terms) === key)

const readMarket = ({ client, book }: Pick<LaterScope, 'client' | 'book'>, key: Hex) =>
  client.readContract({
    address: BASE.on(book).morpho,
    abi: morphoAbi,
    functionName: 'market',
    args: [key],
  })

async function readDebtor({ client, book, positions }: LaterScope): Promise<Debtor | undefined> {
  const position = positions.find(({ health }) => health > 0n && health < WAD)
  const terms = position && termsOf(book, position.key)
  if (position === undefined || terms === undefined) return undefined
  const price = await client.readContract({ address: terms.oracle, abi: oracleAbi, functionName: 'price' })
  const bonus = (WAD * WAD) / (WAD - (CURSOR * (WAD - terms.lltv)) / WAD)
  return { terms, position, price, incentive: bonus < MOST_INCENTIVE ? bonus : MOST_INCENTIVE }
}

/** Amounts of a position: what is posted, what is owed, and the units of both. */
function amountsOf({ lots: [, posted, owed] }: Position) {
  return {
    posted: posted?.units ?? 0n,
    owedShares: owed?.units ?? 0n,
    owed: -(owed?.legs[0]?.amount ?? 0n),
  }
}

function planSeizure(
  { book, account, whale }: LaterScope,
  { terms, position }: Debtor,
  seizure: {
    readonly args: readonly [seized: bigint, shares: bigint]
    readonly seized: bigint
    readonly repaid: bigint
    readonly endedShares: bigint
    readonly ended: bigint
    readonly borne?: bigint
  },
): LaterPlan {
  const { morpho } = BASE.on(book)
  const args = [terms, account, ...seizure.args, '0x'] as const
  const { protocol, key } = position
  const held = { protocol, key, kind: 'held' } as const
  const owed = { protocol, key, kind: 'owed' } as const
  return {
    actor: whale,
    // Interest of the blocks in between comes on top.
    gives: [{ token: terms.loanToken, amountBaseUnits: seizure.repaid + seizure.repaid / 1_000n + 1n }],
    calls: [
      {
        to: morpho,
        data: encodeFunctionData({ abi: morphoAbi, functionName: 'liquidate', args }),
        valueWei: 0n,
      },
    ],
    expected: {
      assets: [],
      allowances: [],
      positions: [
        { ...held, lot: 1, unitsDelta: -seizure.seized },
        { ...owed, lot: 2, unitsDelta: -seizure.endedShares },
      ],
      worth: [
        { ...held, token: terms.collateralToken, amount: -seizure.seized },
        { ...held, token: terms.loanToken, amount: -(seizure.borne ?? 0n) },
        { ...owed, token: terms.loanToken, amount: seizure.ended },
      ],
    },
    toleranceBps: 1,
  }
}

const LIQUIDATE: LaterAct = {
  title: 'a liquidator repays a debt for its collateral',
  extent: 'shareBps',
  takes: true,
  async plan(scope) {
    const debtor = await readDebtor(scope)
    if (debtor === undefined) return undefined
    const { position, price, incentive } = debtor
    const { posted, owed, owedShares } = amountsOf(position)
    const seizedFor = (assets: bigint) => (((assets * incentive) / WAD) * PRICE_SCALE) / price
    const coverable = seizedFor(owed) <= posted ? owedShares : (owedShares * posted) / seizedFor(owed)
    // All of the collateral would leave a bad debt behind, which is another act.
    const shares = (coverable * BigInt(scope.shareBps)) / BPS
    const repaid = (owed * shares) / owedShares
    const seized = seizedFor(repaid)
    if (shares === 0n || seized === 0n || seized >= posted) return undefined
    return planSeizure(scope, debtor, {
      args: [0n, shares],
      seized,
      repaid,
      endedShares: shares,
      ended: repaid,
    })
  },
}

const BAD_DEBT: LaterAct = {
  title: 'a liquidator takes all collateral, and lenders bear the rest of the debt',
  takes: true,
  async plan(scope) {
    const debtor = await readDebtor(scope)
    if (debtor === undefined) return undefined
    const { position, price, incentive } = debtor
    const { posted, owed, owedShares } = amountsOf(position)
    const repaid = (((posted * price) / PRICE_SCALE) * WAD) / incentive
    if (posted === 0n || repaid >= owed) return undefined
    const { lent } = await readMarket(scope, position.key)
    const [own] = position.lots
    // Of the market's lenders the account may be one itself.
    const borne = ((own?.legs[0]?.amount ?? 0n) * (owed - repaid)) / (lent === 0n ? 1n : lent)
    return planSeizure(scope, debtor, {
      borne,
      args: [posted, 0n],
      seized: posted,
      repaid,
      endedShares: owedShares,
      ended: owed,
    })
  },
}

/**
 * What a market's debt grows by from its last booking to a second: the rate model's average over that time, compounded by
 * its first three terms (Morpho Blue whitepaper, "Interest").
 */
async function readGrowth(
  { client }: Pick<LaterScope, 'client'>,
  terms: MarketTerms,
  market: Market,
  atSeconds: bigint,
): Promise<bigint> {
  const asked = { abi: irmAbi, functionName: 'borrowRateView', args: [terms, market] } as const
  const { data = '0x' } = await client.call({
    to: terms.irm,
    data: encodeFunctionData(asked),
    blockOverrides: { time: atSeconds },
  })
  const first = decodeFunctionResult({ ...asked, data }) * (atSeconds - market.since)
  const second = (first * first) / (2n * WAD)
  return first + second + (second * first) / (3n * WAD)
}

const INTEREST: LaterAct = {
  title: 'interest accrues',
  extent: 'wait',
  async plan(scope) {
    const { client, book, positions, waitSeconds, whale } = scope
    const known = positions.flatMap((position) => {
      const terms = termsOf(book, position.key)
      return terms ? [{ position, terms }] : []
    })
    if (known.length === 0) return undefined
    const { timestamp } = await client.getBlock()
    const worth = await Promise.all(
      known.map(async ({ position: { protocol, key, lots }, terms }) => {
        const market = await readMarket({ client, book }, key)
        const [now, later] = [
          await readGrowth(scope, terms, market, timestamp),
          await readGrowth(scope, terms, market, timestamp + BigInt(waitSeconds)),
        ]
        const owed = (market.borrowed * (later - now)) / WAD
        const earned = (owed * (WAD - market.fee)) / WAD
        const share = (whole: bigint, units: bigint | undefined, all: bigint) =>
          all === 0n ? 0n : (whole * (units ?? 0n)) / all
        const loan = { protocol, key, token: terms.loanToken }
        return [
          { ...loan, kind: 'held' as const, amount: share(earned, lots[0]?.units, market.lentShares) },
          { ...loan, kind: 'owed' as const, amount: -share(owed, lots[2]?.units, market.borrowedShares) },
        ]
      }),
    )
    return {
      actor: whale,
      gives: [],
      calls: [],
      afterSeconds: waitSeconds,
      expected: { assets: [], allowances: [], positions: [], worth: worth.flat() },
      toleranceBps: 1,
    }
  },
}

/** What others and time do to what an account has in Morpho's markets. */
export const LATER: TestbedLater = { liquidate: LIQUIDATE, 'bad-debt': BAD_DEBT, interest: INTEREST }
