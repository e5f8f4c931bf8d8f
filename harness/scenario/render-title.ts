import { amountOf, formatAmount } from '../../tools/core/amount.ts'
import type { ScenarioCatalogue } from './catalogue.ts'
import { definitionOf } from './find-step.ts'
import type { Action } from './step/step.ts'

/** Say in one line what a step does. */
export const renderTitle = (action: Action, tokens: ScenarioCatalogue['tokens']): string =>
  definitionOf(action).title(action, {
    amount: (token, baseUnits) =>
      formatAmount(
        amountOf(
          tokens.find(({ symbol }) => symbol === token),
          token,
          baseUnits,
        ),
      ),
  })
