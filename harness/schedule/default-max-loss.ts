import type { Address } from 'viem'
import type { AddressBook } from '../../tools/core/address-book.ts'
import { ATTACKERS, computeMaxLoss, LOSS_ASSUMPTIONS } from '../../tools/safety/policy/max-loss.ts'
import type { RecordMaxLoss } from '../record/record.ts'
import { defaultPolicy } from '../world/default-policy.ts'
import { defaultCapital } from '../world/deploy-cage.ts'
import { marketOf } from '../world/market.ts'
import { DEFAULT_POLICY_CHOICES } from '../world/safety-policy.ts'

/** Gas that no action through the cage gets by with, and the price at which a gas reserve is counted in actions. */
const LEAST_ACTION_GAS = 200_000n
const GAS_PRICE_WEI = 1_000_000_000n

/** What no market prices. */
const NOTHING = { decimals: 0, priceUsd: 0n }

/** Compute the most that can be lost under the default policies and capital, at the market's opening prices. */
export function computeDefaultMaxLoss(book: AddressBook): Omit<RecordMaxLoss, 'tested'> {
  const capital = defaultCapital(book)
  const priced = Object.values(marketOf(book))
  const value = (token: Address | undefined, amountBaseUnits: bigint) => {
    const { decimals, priceUsd } = priced.find(({ address }) => address === token) ?? NOTHING
    return (amountBaseUnits * priceUsd * 1_000_000n) / 10n ** BigInt(decimals)
  }
  const capitalUsdc = capital.tokens.reduce(
    (sum, { token, amountBaseUnits }) => sum + value(token, amountBaseUnits),
    value(book.wrappedNative, capital.nativeWei),
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
