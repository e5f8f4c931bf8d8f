import type { AddressBook } from '../../tools/core/address-book.ts'
import { ATTACKERS, computeMaxLoss, LOSS_ASSUMPTIONS } from '../../tools/safety/policy/max-loss.ts'
import type { RecordMaxLoss } from '../record/record.ts'
import { defaultPolicy } from '../world/default-policy.ts'
import { defaultCapital } from '../world/deploy-cage.ts'
import { MARKET_TOKENS } from '../world/market.ts'
import { DEFAULT_POLICY_CHOICES } from '../world/safety-policy.ts'

/** Gas that no action through the cage gets by with, and the price at which a gas reserve is counted in actions. */
const LEAST_ACTION_GAS = 200_000n
const GAS_PRICE_WEI = 1_000_000_000n

/** Compute the most that can be lost under the default policies and capital, at the market's opening prices. */
export function computeDefaultMaxLoss(book: AddressBook): Omit<RecordMaxLoss, 'tested'> {
  const capital = defaultCapital(book)
  const value = (symbol: keyof typeof MARKET_TOKENS, amountBaseUnits: bigint) => {
    const { decimals, priceUsd } = MARKET_TOKENS[symbol]
    return (amountBaseUnits * priceUsd * 1_000_000n) / 10n ** BigInt(decimals)
  }
  const capitalUsdc = capital.tokens.reduce(
    (sum, { token, amountBaseUnits }) => {
      const symbol = book.tokens.find(({ address }) => address === token)?.symbol
      return symbol !== undefined && symbol in MARKET_TOKENS
        ? sum + value(symbol as keyof typeof MARKET_TOKENS, amountBaseUnits)
        : sum
    },
    value('WETH', capital.nativeWei),
  )
  const { gasReserveWei } = DEFAULT_POLICY_CHOICES.vitality
  const bounds = computeMaxLoss(DEFAULT_POLICY_CHOICES, defaultPolicy(book), {
    capitalUsdc,
    operatorActions: gasReserveWei / (LEAST_ACTION_GAS * GAS_PRICE_WEI),
  })
  return {
    capitalUsdc: capitalUsdc.toString(),
    bounds: ATTACKERS.map((attacker) => ({
      attacker,
      assumes: LOSS_ASSUMPTIONS[attacker],
      perDayUsdc: bounds[attacker].perDayUsdc.toString(),
    })),
    untilStopUsdc: bounds.cage.untilStopUsdc.toString(),
    staleFeedsUsdc: bounds.staleFeedsUsdc.toString(),
  }
}
