import type { Address } from 'viem'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import type { Leg, Pledge } from '../../core/position.ts'

/** What may still be taken of a token by what was pledged. */
export interface BookedPledge {
  readonly token: Address
  readonly baseUnits: string
  readonly untilSeconds: number
  /** Set where it is taken out of a position; out of the wallet otherwise. */
  readonly isHeld?: true
}

/** Open pledges, as what is missing is held against them. */
export interface PledgeCover {
  /** Take as much of what is missing there as pledges cover; answers how much that is. */
  take(token: Address, missing: bigint, from: 'wallet' | 'position'): bigint
  /** Take all that legs name out of positions, or nothing; answers whether pledges cover it. */
  fill(legs: readonly Leg[]): boolean
  /** List what is left of those that can be taken at a second or after it. */
  left(nowSeconds: number): readonly BookedPledge[]
}

/** List what pledges let others take. */
export const bookPledges = (pledges: readonly Pledge[]): readonly BookedPledge[] =>
  pledges.flatMap(({ legs, untilSeconds, isHeld }) =>
    legs.flatMap(({ token, amount }) =>
      amount < 0n
        ? [{ token, baseUnits: (-amount).toString(), untilSeconds, ...(isHeld ? { isHeld } : {}) }]
        : [],
    ),
  )

/** Cover what is missing by pledges, those first that end first; what one covered it covers no more. */
export function createPledgeCover(booked: readonly BookedPledge[]): PledgeCover {
  const open = booked
    .map((pledge) => ({ ...pledge, amount: BigInt(pledge.baseUnits) }))
    .toSorted((a, b) => a.untilSeconds - b.untilSeconds)
  const take: PledgeCover['take'] = (token, missing, from) => {
    let covered = 0n
    for (const pledge of open) {
      if (!isAddressEqual(pledge.token, token) || placeOf(pledge) !== from) continue
      const rest = missing - covered
      const taken = rest < pledge.amount ? rest : pledge.amount
      if (taken <= 0n) continue
      pledge.amount -= taken
      covered += taken
    }
    return covered
  }
  return {
    take,
    fill(legs) {
      const amounts = open.map(({ amount }) => amount)
      const isFilled = legs.every(({ token, amount }) => take(token, amount, 'position') === amount)
      // What something else took is still pledged.
      if (!isFilled) for (const [index, pledge] of open.entries()) pledge.amount = amounts[index] as bigint
      return isFilled
    },
    left: (nowSeconds) =>
      open.flatMap(({ amount, ...pledge }) =>
        amount > 0n && pledge.untilSeconds >= nowSeconds ? [{ ...pledge, baseUnits: amount.toString() }] : [],
      ),
  }
}

const placeOf = ({ isHeld }: BookedPledge) => (isHeld ? 'position' : 'wallet')
