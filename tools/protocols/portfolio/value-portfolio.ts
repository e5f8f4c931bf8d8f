import { type Address, maxUint256 } from 'viem'
import type { TokenInfo } from '../../core/address-book.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import type { Leg, Lot, LotKind } from '../../core/position.ts'
import { type PriceVerdict, renderPrice, valueMicroUsd } from '../../kit/usd-price.ts'
import type { HeldPosition, Portfolio } from './read-portfolio.ts'

/** Describe what an account has and what it comes to in millionths of a USD; what is unknown is null and never 0. */
export function describePortfolio(portfolio: Portfolio) {
  const tokens = describeBalances(portfolio)
  const positions = portfolio.positions.map((position) => describePosition(portfolio, position))
  const values = [
    ...tokens.map(({ valueMicroUsd: value }) => value),
    ...positions.flatMap(({ legs }) => legs.map(({ valueMicroUsd: value }) => value)),
  ].map((value) => (value === null ? null : BigInt(value)))
  const known = values.filter((value) => value !== null)
  const [assets, debts] = [sum(known.filter((value) => value > 0n)), sum(known.filter((value) => value < 0n))]
  const isComplete = known.length === values.length && portfolio.unread.length === 0
  return {
    isComplete,
    netMicroUsd: isComplete ? (assets + debts).toString() : null,
    knownAssetsMicroUsd: assets.toString(),
    knownDebtsMicroUsd: debts.toString(),
    tokens,
    positions,
    unread: [...portfolio.unread],
    prices: describePrices(portfolio),
  }
}

/** Balances that are not known to be 0. */
function describeBalances({ tokens, prices, state }: Portfolio) {
  return tokens.flatMap((token, index) => {
    const balance = state.balances[index]
    if (balance === 0n) return []
    return [{ ...describeAmount(token, balance, prices[index]) }]
  })
}

function describePosition(portfolio: Portfolio, { protocol, key, place, health, lots }: HeldPosition) {
  const { tokens, prices } = portfolio
  return {
    protocol,
    key,
    place,
    healthWad: health === maxUint256 ? null : health.toString(),
    legs: lots.flatMap((lot) =>
      lot.legs
        .filter(({ amount }) => amount !== 0n)
        .map(({ token: address, amount }) => {
          const index = tokens.findIndex((token) => isAddressEqual(token.address, address))
          return {
            kind: kindOf(lot),
            claimableFromSeconds: lot.claimableFromSeconds ?? null,
            ...describeAmount(tokens[index] ?? { address }, amount, prices[index]),
          }
        }),
    ),
  }
}

const kindOf = ({ claimableFromSeconds, legs }: Lot): LotKind =>
  claimableFromSeconds !== undefined ? 'leaving' : legs.some(isOwed) ? 'owed' : 'held'

const isOwed = ({ amount }: Leg) => amount < 0n

/** Describe an amount of a token; one outside the book has neither symbol nor decimals here. */
function describeAmount(
  token: { readonly address: Address } & Partial<TokenInfo>,
  amount: bigint | undefined,
  verdict: PriceVerdict | undefined,
) {
  const { address, symbol = null, decimals = null } = token
  const price = verdict?.price
  const value =
    amount === undefined || price === undefined || decimals === null
      ? undefined
      : valueMicroUsd(amount, decimals, price)
  return {
    symbol,
    token: address,
    decimals,
    amountBaseUnits: amount?.toString() ?? null,
    valueMicroUsd: value?.toString() ?? null,
    problem:
      amount === undefined
        ? 'the token does not answer'
        : value === undefined
          ? (verdict?.reason ?? 'the token is not listed')
          : null,
  }
}

/** The prices by which the tokens of the book are valued, with source and age. */
function describePrices({ tokens, prices }: Portfolio) {
  return tokens.flatMap(({ symbol, feed }, index) => {
    const price = prices[index]?.price
    if (feed === undefined || price === undefined) return []
    const { updatedAtSeconds, ageSeconds, isStale } = price
    return [
      {
        symbol,
        priceUsd: renderPrice(price),
        source: 'feed' as const,
        feed: feed.address,
        updatedAtSeconds,
        ageSeconds,
        isStale,
        isModelFeed: feed.isModel,
      },
    ]
  })
}

const sum = (values: readonly bigint[]): bigint => values.reduce((total, value) => total + value, 0n)
