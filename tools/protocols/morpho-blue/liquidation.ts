import { divideUp } from '../../kit/divide-up.ts'
import { withInterest, withoutInterest } from './acts.ts'
import type { Holding } from './market.ts'
import { PRICE_SCALE, type Totals, toDebt, toIncentive, toRepaidShares, WAD } from './maths.ts'

/** What a liquidation pays in the loan token and takes in collateral, and by which of both Morpho is told how much. */
export interface Liquidation {
  readonly repaid: bigint
  readonly seized: bigint
  /** Exactly one of these is not 0. */
  readonly repaidShares: bigint
  readonly seizedAssets: bigint
}

/** Collateral that is seized for repaid shares (morpho-blue `Morpho.liquidate`). */
function seizeFor(totals: Totals, repaidShares: bigint, price: bigint, lltvWad: bigint): bigint {
  const assets = (repaidShares * (totals.borrowAssets + 1n)) / (totals.borrowShares + 10n ** 6n)
  return (((assets * toIncentive(lltvWad)) / WAD) * PRICE_SCALE) / price
}

/** Shares that are repaid for seized collateral (morpho-blue `Morpho.liquidate`). */
function repayFor(totals: Totals, seized: bigint, price: bigint, lltvWad: bigint): bigint {
  const quoted = divideUp(seized * price, PRICE_SCALE)
  const assets = divideUp(quoted * WAD, toIncentive(lltvWad))
  return divideUp(assets * (totals.borrowShares + 10n ** 6n), totals.borrowAssets + 1n)
}

/** Repay a part of a debt, by shares. */
const liquidateShares = (
  totals: Totals,
  repaidShares: bigint,
  price: bigint,
  lltvWad: bigint,
): Liquidation => ({
  repaid: toDebt(totals, repaidShares),
  seized: seizeFor(totals, repaidShares, price, lltvWad),
  repaidShares,
  seizedAssets: 0n,
})

/** Repay the whole debt or, where its collateral does not pay for that, take all the collateral. */
export function liquidateMost(
  totals: Totals,
  { borrowShares, collateral }: Pick<Holding, 'borrowShares' | 'collateral'>,
  price: bigint,
  lltvWad: bigint,
): Liquidation {
  const whole = liquidateShares(totals, borrowShares, price, lltvWad)
  if (whole.seized <= collateral) return whole
  return {
    repaid: toDebt(totals, repayFor(totals, collateral, price, lltvWad)),
    seized: collateral,
    repaidShares: 0n,
    seizedAssets: collateral,
  }
}

/** Repay at most an amount of a debt, which the interest until it is carried out does not take it above either. */
export function liquidateUpTo(
  totals: Totals,
  holding: Pick<Holding, 'borrowShares' | 'collateral'>,
  { most, price, lltvWad }: { readonly most: bigint; readonly price: bigint; readonly lltvWad: bigint },
): Liquidation {
  const whole = liquidateMost(totals, holding, price, lltvWad)
  return withInterest(whole.repaid) <= most
    ? whole
    : liquidateShares(totals, toRepaidShares(totals, withoutInterest(most)), price, lltvWad)
}
