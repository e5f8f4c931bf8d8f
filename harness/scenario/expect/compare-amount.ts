import { amountOf, formatAmount } from '../../../tools/core/amount.ts'
import { differenceBps } from '../../../tools/core/outcome.ts'
import { findToken } from '../../../tools/core/tokens.ts'
import type { Stage } from '../../stage/stage.ts'
import type { AmountCheck } from '../expectations.ts'
import { resolveTokenAddress } from '../step/resolve-names.ts'

/** Tell whether an amount is as expected. */
export function matchesAmount(check: AmountCheck, found: bigint): boolean {
  switch (check.op) {
    case '=':
      return found === check.value
    case '<':
      return found < check.value
    case '<=':
      return found <= check.value
    case '>':
      return found > check.value
    case '>=':
      return found >= check.value
    case '~':
      return differenceBps(check.value, found) <= check.toleranceBps
  }
}

/** Say how an amount is compared. */
export const renderCheck = (check: AmountCheck, write: (baseUnits: bigint) => string): string =>
  check.op === '~' ? `${write(check.value)} ± ${check.toleranceBps} bps` : `${check.op} ${write(check.value)}`

/** Write amounts of a token that a scenario names. */
export const writeAmountsOf =
  (stage: Stage, token: string) =>
  (baseUnits: bigint): string =>
    formatAmount(amountOf(findToken(stage.book, resolveTokenAddress(stage, token)), token, baseUnits))
