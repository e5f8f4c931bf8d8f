import { chainsOf } from '../../core/base.ts'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import { parseEventLogs } from '../../core/event-logs.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { EMPTY_OUTCOME } from '../../core/outcome.ts'
import { planTransaction } from '../../core/plan.ts'
import { TokenSchema, Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { logsOfCalled } from '../../kit/logs-of-called.ts'
import { poolAbi } from './abi.ts'
import { BASE } from './base.ts'
import {
  assertCanServe,
  assertHealthy,
  assertThere,
  findHolding,
  HealthFactorSchema,
  LENDING_ERROR_CODES,
  readOwnAccount,
  withHolding,
} from './lending.ts'

/** Switch one supplied asset on or off as collateral. */
export const TOOL_DEF = defineWriteTool({
  name: 'aave_set_collateral_enabled',
  description: 'Switch one supplied asset on or off as collateral at Aave V3.',
  category: 'lending',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['account'],
  spriteTrigger: 'executing',
  promptSnippet:
    "aave_set_collateral_enabled lets a supply at Aave V3 secure the account's debt, or stops that; switching off leaves at least the health factor that is asked for.",
  promptGuidelines: ['An isolated asset can be the only collateral.'],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    { token: TokenSchema, enabled: Type.Boolean(), leastHealthFactor: HealthFactorSchema },
    { additionalProperties: false },
  ),
  output: Type.Object({ changed: Type.Boolean() }),
  errorCodes: [...LENDING_ERROR_CODES, 'NOT_COLLATERAL'],
  async plan({ token, enabled, leastHealthFactor }, ctx) {
    ctx.step('account')
    const account = await readOwnAccount(ctx)
    const holding = await findHolding(ctx, account, token)
    const { address, symbol } = holding.reserve.token
    assertThere(holding.suppliedBaseUnits, 'supply', symbol)
    if (enabled) assertCanServe(account, holding)
    else assertHealthy(account, withHolding(account, { ...holding, isCollateral: false }), leastHealthFactor)
    const functionName = 'setUserUseReserveAsCollateral'
    const data = encodeFunctionData({ abi: poolAbi, functionName, args: [address, enabled] })
    return planTransaction([{ to: BASE.on(ctx.book).pool, valueWei: 0n, data }], {})
  },
  settle({ plan, receipt, account }) {
    const changed = parseEventLogs({
      abi: poolAbi,
      eventName: ['ReserveUsedAsCollateralEnabled', 'ReserveUsedAsCollateralDisabled'],
      logs: logsOfCalled({ plan, receipt }),
    }).some(({ args }) => isAddressEqual(args.user, account))
    return { data: { changed }, actualOutcome: EMPTY_OUTCOME, groundTruthSource: 'log_comparison' }
  },
})
