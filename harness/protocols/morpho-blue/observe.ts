import {
  type Address,
  decodeFunctionResult,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  keccak256,
  type PublicClient,
  parseAbi,
  zeroAddress,
} from 'viem'
import type { AddressBook } from '../../../tools/core/address-book.ts'
import type { Lot, Position } from '../../../tools/core/position.ts'
import { BASE } from '../../../tools/protocols/morpho-blue/base.ts'
import { type MarketTerms, ORIGIN_MARKETS, toMarketId } from './markets.ts'

const morphoAbi = parseAbi([
  'struct Terms { address loanToken; address collateralToken; address oracle; address irm; uint256 lltv; }',
  'function accrueInterest(Terms)',
  'function market(bytes32) view returns (uint128 lent, uint128 lentShares, uint128 borrowed, uint128 borrowedShares, uint128 since, uint128 fee)',
  'function position(bytes32, address) view returns (uint256 lentShares, uint128 borrowedShares, uint128 collateral)',
])
const oracleAbi = parseAbi(['function price() view returns (uint256)'])
const batchAbi = parseAbi(['function tryAggregate(bool, (address, bytes)[]) returns ((bool, bytes)[])'])

const WAD = 10n ** 18n
const NO_DEBT = 2n ** 256n - 1n

interface Scope {
  readonly client: PublicClient
  readonly book: AddressBook
  readonly account: Address
}

/**
 * Read what an account lends, has posted and owes in the origin's markets, and in others that are named. Morpho books the
 * interest itself, within the one call that asks: no formula of the house stands between it and what is observed. A
 * health that no oracle tells is 0.
 */
export async function observe(
  { client, book, account }: Scope,
  others: readonly MarketTerms[] = [],
): Promise<readonly Position[]> {
  const morpho = BASE.find(book)?.morpho
  if (morpho === undefined || book.multicall === undefined) return []
  const markets = [...listMarkets(book), ...others]
  const { data = '0x' } = await client.call({
    to: book.multicall,
    data: encodeFunctionData({
      abi: batchAbi,
      args: [false, markets.flatMap((terms) => askAbout(morpho, account, terms))],
    }),
  })
  const answers = decodeFunctionResult({ abi: batchAbi, data })
  return markets
    .map((terms, index) => readPosition(morpho, terms, answers.slice(4 * index, 4 * index + 4)))
    .filter(({ lots }) => lots.some(({ units }) => units > 0n))
}

const listMarkets = (book: AddressBook): readonly MarketTerms[] => {
  const token = (symbol: string) =>
    book.tokens.find((known) => known.symbol === symbol)?.address ?? zeroAddress
  return ORIGIN_MARKETS.map(({ loan, collateral, oracle, lltvWad }) => ({
    loanToken: token(loan),
    collateralToken: token(collateral),
    oracle,
    irm: BASE.on(book).irm,
    lltv: lltvWad,
  }))
}

function askAbout(
  morpho: Address,
  account: Address,
  terms: MarketTerms,
): readonly (readonly [Address, Hex])[] {
  const id = toMarketId(terms)
  return [
    [morpho, encodeFunctionData({ abi: morphoAbi, functionName: 'accrueInterest', args: [terms] })],
    [morpho, encodeFunctionData({ abi: morphoAbi, functionName: 'market', args: [id] })],
    [morpho, encodeFunctionData({ abi: morphoAbi, functionName: 'position', args: [id, account] })],
    [terms.oracle, encodeFunctionData({ abi: oracleAbi })],
  ]
}

function readPosition(
  morpho: Address,
  terms: MarketTerms,
  answers: readonly (readonly [boolean, Hex])[],
): Position {
  const [market, position, price] = [1, 2, 3].map((index) => answers[index]?.[1] ?? '0x') as [Hex, Hex, Hex]
  const isPriced = answers[3]?.[0] === true && price !== '0x'
  const [lent, lentShares, borrowed, borrowedShares] = decodeFunctionResult({
    abi: morphoAbi,
    functionName: 'market',
    data: market,
  })
  const held = decodeFunctionResult({ abi: morphoAbi, functionName: 'position', data: position })
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
