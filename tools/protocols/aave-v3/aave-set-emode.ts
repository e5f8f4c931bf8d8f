import { chainsOf } from '../../core/base.ts'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import { ToolError } from '../../core/errors.ts'
import { parseEventLogs } from '../../core/event-logs.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { EMPTY_OUTCOME } from '../../core/outcome.ts'
import { planTransaction } from '../../core/plan.ts'
import { Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { logsOfCalled } from '../../kit/logs-of-called.ts'
import { poolAbi } from './abi.ts'
import { BASE } from './base.ts'
import { assertHealthy, HealthFactorSchema, LENDING_ERROR_CODES, readOwnAccount } from './lending.ts'

/** Enter, change or leave an e-mode category. */
export const TOOL_DEF = defineWriteTool({
  name: 'aave_set_emode',
  description: 'Enter, change or leave an e-mode category of Aave V3.',
  category: 'lending',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['account'],
  spriteTrigger: 'executing',
  promptSnippet:
    'aave_set_emode puts the account into an efficiency mode of Aave V3, in which related assets secure each other further, or out of it with category 0.',
  promptGuidelines: ['Debt outside of the category keeps the account from entering it.'],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    {
      eModeCategory: Type.Integer({ minimum: 0, maximum: 255, description: '0 leaves' }),
      leastHealthFactor: HealthFactorSchema,
    },
    { additionalProperties: false },
  ),
  output: Type.Object({ eModeCategory: Type.Union([Type.Integer(), Type.Null()]) }),
  errorCodes: [...LENDING_ERROR_CODES, 'NOT_FOUND'],
  async plan({ eModeCategory, leastHealthFactor }, ctx) {
    ctx.step('account')
    const account = await readOwnAccount(ctx)
    if (eModeCategory !== 0 && !account.eModes.has(eModeCategory)) {
      const subject = `e-mode category ${eModeCategory}`
      throw new ToolError('NOT_FOUND', { subject, reason: 'no reserve belongs to it' })
    }
    const stray = account.holdings.find(
      ({ debtBaseUnits, reserve }) =>
        debtBaseUnits > 0n && eModeCategory !== 0 && reserve.configuration.eModeCategory !== eModeCategory,
    )
    if (stray) {
      throw new ToolError('INVALID_PARAMS', {
        path: '/eModeCategory',
        problem: `the account owes ${stray.reserve.token.symbol}, which is not in the category`,
      })
    }
    assertHealthy(account, account.holdings, leastHealthFactor, eModeCategory)
    const data = encodeFunctionData({ abi: poolAbi, functionName: 'setUserEMode', args: [eModeCategory] })
    return planTransaction([{ to: BASE.on(ctx.book).pool, valueWei: 0n, data }], {})
  },
  settle({ plan, receipt, account }) {
    const last = parseEventLogs({
      abi: poolAbi,
      eventName: 'UserEModeSet',
      logs: logsOfCalled({ plan, receipt }),
    })
      .filter(({ args }) => isAddressEqual(args.user, account))
      .at(-1)
    return {
      data: { eModeCategory: last?.args.categoryId ?? null },
      actualOutcome: EMPTY_OUTCOME,
      groundTruthSource: 'log_comparison',
    }
  },
})
