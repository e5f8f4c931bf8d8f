import { type Address, type Hex, parseAbi, zeroAddress } from 'viem'
import { decodeFunctionResult } from '../../../tools/core/decode-function-result.ts'
import { encodeAbiParameters } from '../../../tools/core/encode-abi-parameters.ts'
import { encodeFunctionData } from '../../../tools/core/encode-function-data.ts'
import { keccak256 } from '../../../tools/core/keccak256.ts'
import type { Lot, Position } from '../../../tools/core/position.ts'
import { BASE } from '../../../tools/protocols/morpho-blue/base.ts'
import type { AggregatedAnswer, AggregatedRead } from '../../chain/aggregate.ts'
import { type ReadRounds, readContracts } from '../../chain/read-rounds.ts'
import type { LotUnit, Observed } from '../testbed.ts'
import { listMarkets, type MarketTerms, toMarketId } from './markets.ts'

const morphoAbi = parseAbi([
  'struct Terms { address loanToken; address collateralToken; address oracle; address irm; uint256 lltv; }',
  'function accrueInterest(Terms)',
  'function market(bytes32) view returns (uint128 lent, uint128 lentShares, uint128 borrowed, uint128 borrowedShares, uint128 since, uint128 fee)',
  'function position(bytes32, address) view returns (uint256 lentShares, uint128 borrowedShares, uint128 collateral)',
])
const oracleAbi = parseAbi(['function price() view returns (uint256)'])

const WAD = 10n ** 18n
const NO_DEBT = 2n ** 256n - 1n

/**
 * Read what an account lends, has posted and owes in the origin's markets, and in others that are named. Morpho books the
 * interest itself, within the one call that asks: no formula of the house stands between it and what is observed. A
 * health that no oracle tells is 0.
 */
export function* observe(
  { book, account }: Observed,
  others: readonly MarketTerms[] = [],
): ReadRounds<readonly Position[]> {
  const morpho = BASE.find(book)?.morpho
  if (morpho === undefined) return []
  const markets = [...listMarkets(book), ...others]
  const held = yield* readContracts(
    markets.map(
      (terms) =>
        ({
          address: morpho,
          abi: morphoAbi,
          functionName: 'position',
          args: [toMarketId(terms), account],
        }) as const,
    ),
  )
  const entered = markets.flatMap((terms, index) => {
    const units = held[index] ?? [0n, 0n, 0n]
    return units.some((amount) => amount > 0n) ? [{ terms, units }] : []
  })
  if (entered.length === 0) return []
  const answers = yield entered.flatMap(({ terms }) => askAbout(morpho, terms))
  return entered.map(({ terms, units }, index) =>
    describePosition(morpho, terms, units, answers.slice(3 * index, 3 * index + 3)),
  )
}

function askAbout(morpho: Address, terms: MarketTerms): readonly AggregatedRead[] {
  const id = toMarketId(terms)
  const ask = (target: Address, callData: Hex) => ({ target, callData, allowFailure: true })
  return [
    ask(morpho, encodeFunctionData({ abi: morphoAbi, functionName: 'accrueInterest', args: [terms] })),
    ask(morpho, encodeFunctionData({ abi: morphoAbi, functionName: 'market', args: [id] })),
    ask(terms.oracle, encodeFunctionData({ abi: oracleAbi })),
  ]
}

function describePosition(
  morpho: Address,
  terms: MarketTerms,
  held: readonly [bigint, bigint, bigint],
  answers: readonly AggregatedAnswer[],
): Position {
  const [market, price] = [1, 2].map((index) => answers[index]?.returnData ?? '0x') as [Hex, Hex]
  const isPriced = answers[2]?.success === true && price !== '0x'
  const [lent, lentShares, borrowed, borrowedShares] = decodeFunctionResult({
    abi: morphoAbi,
    functionName: 'market',
    data: market,
  })
  // One base unit and a million shares are taken to be in every market (Morpho's documentation, "virtual shares").
  const [assets, shares] = [lent + 1n, lentShares + 1_000_000n]
  const [owed, owedShares] = [borrowed + 1n, borrowedShares + 1_000_000n]
  const debt = (held[1] * owed + owedShares - 1n) / owedShares
  const worth = isPriced ? (held[2] * BigInt(price)) / 10n ** 36n : 0n
  const id = toMarketId(terms)
  return {
    protocol: BASE.id,
    key: id,
    place: keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'bytes32' }], [morpho, id])),
    health: debt === 0n ? NO_DEBT : (((worth * terms.lltv) / WAD) * WAD) / debt,
    lots: [
      lot(held[0], (assets * 10n ** 30n) / shares, terms.loanToken, (held[0] * assets) / shares),
      lot(held[2], WAD, terms.collateralToken, held[2]),
      lot(held[1], (owed * 10n ** 30n) / owedShares, terms.loanToken, -debt),
    ],
  }
}

const lot = (units: bigint, index: bigint, token: Address, amount: bigint): Lot => ({
  units,
  index,
  legs: token === zeroAddress ? [] : [{ token, amount }],
})

/** Loans and debts are shares, a million of which stand for one base unit at first; collateral is counted as it is. */
export const unitOf = ({ lot: at }: { readonly lot: number }): LotUnit | undefined =>
  at === 1 ? undefined : { name: 'shares', beyondToken: 6 }
