import { ToolError } from '../../core/errors.ts'
import { TokenSchema, Type } from '../../core/schema.ts'
import { DEFAULT_SLIPPAGE_BPS, SlippageSchema } from '../../kit/slippage.ts'
import { BASE } from './base.ts'
import { servesByItself } from './health.ts'
import {
  assertCanServe,
  assertLent,
  assertOpen,
  assertThere,
  LENDING_ERROR_CODES,
  type Planning,
  withHolding,
} from './lending.ts'
import type { Loop } from './leverage.ts'
import { readPair } from './pair.ts'

/** Parameters that name a loop. */
export const LOOP_PARAMS = { collateral: TokenSchema, debt: TokenSchema, slippageBps: SlippageSchema }

/** What names a loop beside the parameters that every venue takes. */
export const LOOP_VENUE = {
  collateral: Type.Unsafe<string>({ ...TokenSchema, description: 'token that is supplied' }),
  debt: Type.Unsafe<string>({ ...TokenSchema, description: 'token that is owed' }),
}

/** Health factor to reach. */
export const TargetSchema = Type.String({
  pattern: '^[1-9][0-9]{0,3}(\\.[0-9]{1,18})?$',
  description: 'health factor to reach: 1.5',
})

/** Codes that planning a loop may raise. */
export const LOOP_ERROR_CODES = [...LENDING_ERROR_CODES, 'SAME_TOKEN'] as const

/** Codes that growing the debt of a loop may raise. */
export const GROWING_ERROR_CODES = [
  ...LOOP_ERROR_CODES,
  'BORROW_REFUSED',
  'INSUFFICIENT_LIQUIDITY',
  'NOT_COLLATERAL',
] as const

interface LoopParams {
  readonly collateral: string
  readonly debt: string
  readonly slippageBps?: number
}

/** Read both sides of a loop. @throws ToolError one of `LOOP_ERROR_CODES` */
export async function readLoop(ctx: Planning, params: LoopParams): Promise<Loop> {
  const {
    account,
    pair: [collateral, debt],
  } = await readPair(ctx, params.collateral, params.debt)
  if (collateral.suppliedBaseUnits > 0n && !collateral.isCollateral) {
    const problem = 'is supplied, and not enabled as collateral'
    throw new ToolError('INVALID_PARAMS', { path: '/collateral', problem })
  }
  return { account, collateral, debt, slippageBps: params.slippageBps ?? DEFAULT_SLIPPAGE_BPS }
}

/** Read both sides of a loop whose debt is repaid out of its collateral. @throws ToolError one of `LOOP_ERROR_CODES` */
export async function readSelling(ctx: Planning, params: LoopParams): Promise<Loop> {
  const loop = await readLoop(ctx, params)
  const { collateral, debt } = loop
  assertOpen(collateral.reserve, 'withdraw')
  assertOpen(debt.reserve, 'repay')
  assertThere(debt.debtBaseUnits, 'debt', debt.reserve.token.symbol)
  return loop
}

/**
 * Refuse a loan that the Pool would not give once the collateral is supplied, which is to serve without being told to.
 *
 * @throws ToolError NOT_COLLATERAL, BORROW_REFUSED, INSUFFICIENT_LIQUIDITY
 */
export function assertLentAgainst({ account, collateral, debt }: Loop, amount: bigint): void {
  assertCanServe(account, collateral)
  if (!servesByItself(account.holdings, collateral)) {
    const problem = 'it is isolated, and serves only once some of it is supplied with asCollateral true'
    throw BASE.error('NOT_COLLATERAL', { token: collateral.reserve.token.symbol, problem })
  }
  const holdings = withHolding(account, { ...collateral, isCollateral: true })
  assertLent({ ...account, holdings }, debt.reserve, amount)
}

/** Both tokens of a loop. */
export const sidesOf = ({ collateral, debt }: Pick<Loop, 'collateral' | 'debt'>) => ({
  collateral: collateral.reserve.token.address,
  owed: debt.reserve.token.address,
})
