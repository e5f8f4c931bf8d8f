import { type Address, encodeAbiParameters, type Hex, parseAbiParameters, zeroAddress } from 'viem'
import type { AddressBook } from '../../../tools/core/address-book.ts'
import { keccak256 } from '../../../tools/core/keccak256.ts'
import { BASE } from '../../../tools/protocols/morpho-blue/base.ts'

/** A market of the embedded origin. */
export interface OriginMarket {
  readonly collateral: string
  readonly loan: string
  readonly oracle: Address
  readonly lltvWad: bigint
  /** What lenders give, and what each borrower posts and takes, in whole dollars. */
  readonly lentUsd: bigint
  readonly debts: readonly {
    readonly by: 'provider' | 'trader'
    readonly collateralUsd: bigint
    readonly debtUsd: bigint
  }[]
}

/** The first two have the parameters, and so the ids, of mainnet's largest markets of their pairs. */
export const ORIGIN_MARKETS: readonly OriginMarket[] = [
  {
    collateral: 'WETH',
    loan: 'USDC',
    oracle: '0xdC6fd5831277c693b1054e19E94047cB37c77615',
    lltvWad: 860_000_000_000_000_000n,
    lentUsd: 4_000_000n,
    debts: [
      { by: 'provider', collateralUsd: 4_500_000n, debtUsd: 2_700_000n },
      { by: 'trader', collateralUsd: 1_200_000n, debtUsd: 700_000n },
    ],
  },
  {
    collateral: 'WBTC',
    loan: 'USDC',
    oracle: '0xDddd770BADd886dF3864029e4B377B5F6a2B6b83',
    lltvWad: 860_000_000_000_000_000n,
    lentUsd: 2_000_000n,
    debts: [{ by: 'trader', collateralUsd: 1_200_000n, debtUsd: 600_000n }],
  },
  {
    collateral: 'WETH',
    loan: 'DAI',
    oracle: '0xA55A0000000000000000000000000000000B1003',
    lltvWad: 770_000_000_000_000_000n,
    lentUsd: 1_000_000n,
    debts: [{ by: 'provider', collateralUsd: 600_000n, debtUsd: 300_000n }],
  },
]

/** Where the origin's vault stands: mainnet's Steakhouse USDC. */
export const ORIGIN_VAULT: Address = '0xBEEF01735c132Ada46AA9aA4c54623cAA92A64CB'

/** The five parameters that a market is. */
export interface MarketTerms {
  readonly loanToken: Address
  readonly collateralToken: Address
  readonly oracle: Address
  readonly irm: Address
  readonly lltv: bigint
}

const TERMS = parseAbiParameters('address, address, address, address, uint256')

/** What is asked at each look is hashed once. */
const ids = new WeakMap<MarketTerms, Hex>()
const marketsOf = new WeakMap<AddressBook, readonly MarketTerms[]>()

/** The id of a market: the hash of its parameters (morpho-blue `MarketParamsLib.sol`). */
export function toMarketId(terms: MarketTerms): Hex {
  const known = ids.get(terms)
  if (known !== undefined) return known
  const { loanToken, collateralToken, oracle, irm, lltv } = terms
  const id = keccak256(encodeAbiParameters(TERMS, [loanToken, collateralToken, oracle, irm, lltv]))
  ids.set(terms, id)
  return id
}

/** The parameters of the origin's markets. */
export function listMarkets(book: AddressBook): readonly MarketTerms[] {
  const markets = marketsOf.get(book) ?? describeMarkets(book)
  marketsOf.set(book, markets)
  return markets
}

function describeMarkets(book: AddressBook): readonly MarketTerms[] {
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
