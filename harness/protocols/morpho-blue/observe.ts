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
import { ORIGIN_MARKETS, toMarketId } from './markets.ts'

const morphoAbi = parseAbi([
  'struct Terms { address loan; address collateral; address oracle; address irm; uint256 lltv; }',
  'function idToMarketParams(bytes32) view returns (Terms)',
  'function accrueInterest(Terms)',
  'function market(bytes32) view returns (uint128 lent, uint128 lentShares, uint128 borrowed, uint128 borrowedShares, uint128 since, uint128 fee)',
  'function position(bytes32, address) view returns (uint256 lentShares, uint128 borrowedShares, uint128 collateral)',
  'event CreateMarket(bytes32 indexed id, Terms terms)',
])
const oracleAbi = parseAbi(['function price() view returns (uint256)'])
const batchAbi = parseAbi(['function aggregate((address, bytes)[]) returns (uint256, bytes[])'])

const WAD = 10n ** 18n
const NO_DEBT = 2n ** 256n - 1n
/** Blocks in which a market may have been created that the origin does not open. */
const NEW_BLOCKS = 1_000n

type Scope = { readonly client: PublicClient; readonly book: AddressBook; readonly account: Address }

/**
 * Read what an account lends, has posted and owes in each market. Morpho books the interest itself, within the call that
 * asks: no formula of the house stands between it and what is observed.
 */
export async function observe({ client, book, account }: Scope): Promise<readonly Position[]> {
  const morpho = BASE.find(book)?.morpho
  if (morpho === undefined) return []
  const positions = await Promise.all(
    (await listMarkets(client, book, morpho)).map((id) =>
      observeMarket({ client, book, account }, morpho, id),
    ),
  )
  return positions.filter(({ lots }) => lots.some(({ units }) => units > 0n))
}

/** The origin's markets, and those that were created since. */
async function listMarkets(
  client: PublicClient,
  book: AddressBook,
  morpho: Address,
): Promise<readonly Hex[]> {
  const token = (symbol: string) => book.tokens.find((known) => known.symbol === symbol)?.address
  const { irm } = BASE.on(book)
  const known = ORIGIN_MARKETS.map(({ loan, collateral, oracle, lltvWad: lltv }) =>
    toMarketId({
      loanToken: token(loan) ?? zeroAddress,
      collateralToken: token(collateral) ?? zeroAddress,
      ...{ oracle, irm, lltv },
    }),
  )
  const head = await client.getBlockNumber({ cacheTime: 0 })
  const created = await client.getContractEvents({
    address: morpho,
    abi: morphoAbi,
    eventName: 'CreateMarket',
    fromBlock: head > NEW_BLOCKS ? head - NEW_BLOCKS : 0n,
    strict: true,
  })
  return [...new Set([...known, ...created.map(({ args: { id } }) => id)])]
}

async function observeMarket({ client, book, account }: Scope, morpho: Address, id: Hex): Promise<Position> {
  const contract = { address: morpho, abi: morphoAbi } as const
  const terms = await client.readContract({ ...contract, functionName: 'idToMarketParams', args: [id] })
  const calls = [
    encodeFunctionData({ abi: morphoAbi, functionName: 'accrueInterest', args: [terms] }),
    encodeFunctionData({ abi: morphoAbi, functionName: 'market', args: [id] }),
    encodeFunctionData({ abi: morphoAbi, functionName: 'position', args: [id, account] }),
  ]
  const { data = '0x' } = await client.call({
    ...(book.multicall ? { to: book.multicall } : {}),
    data: encodeFunctionData({ abi: batchAbi, args: [calls.map((call) => [morpho, call] as const)] }),
  })
  const [, [, market = '0x', position = '0x']] = decodeFunctionResult({ abi: batchAbi, data })
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
  return {
    protocol: BASE.id,
    key: id,
    place: keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'bytes32' }], [morpho, id])),
    health: held[1] === 0n ? NO_DEBT : await observeHealth(client, terms, held[2], debt),
    lots: [
      lot(held[0], (assets * 10n ** 30n) / shares, terms.loan, (held[0] * assets) / shares),
      lot(held[2], WAD, terms.collateral, held[2]),
      lot(held[1], (owed * 10n ** 30n) / owedShares, terms.loan, -debt),
    ],
  }
}

const lot = (units: bigint, index: bigint, token: Address, amount: bigint): Lot => ({
  units,
  index,
  legs: token === zeroAddress ? [] : [{ token, amount }],
})

/** The most that the collateral lets be owed, over what is owed. */
async function observeHealth(
  client: PublicClient,
  { oracle, lltv }: { readonly oracle: Address; readonly lltv: bigint },
  collateral: bigint,
  debt: bigint,
): Promise<bigint> {
  const price = await client.readContract({ address: oracle, abi: oracleAbi, functionName: 'price' })
  return (((((collateral * price) / 10n ** 36n) * lltv) / WAD) * WAD) / debt
}
