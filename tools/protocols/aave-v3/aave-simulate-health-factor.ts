import { chainsOf } from '../../core/base.ts'
import { ToolError } from '../../core/errors.ts'
import { AddressSchema, BaseUnitsSchema, type Static, TokenSchema, Type } from '../../core/schema.ts'
import { resolveErc20 } from '../../core/tokens.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { AccountSchema, chooseAccount, readAccount } from './account.ts'
import { BASE } from './base.ts'
import { describeHealth, HealthSchema } from './describe.ts'
import { computeHealth, type Holding, servesByItself } from './health.ts'
import { pickReserve, RESERVE_ERROR_CODES, type Reading } from './reserve.ts'

const ChangeSchema = Type.Object(
  {
    action: Type.Union(
      (['supply', 'withdraw', 'borrow', 'repay', 'enable', 'disable'] as const).map((name) =>
        Type.Literal(name),
      ),
    ),
    token: TokenSchema,
    amountBaseUnits: Type.Optional(
      Type.String({ ...BaseUnitsSchema, description: 'needed for all but enable and disable' }),
    ),
  },
  { additionalProperties: false },
)

const MoveSchema = Type.Object(
  {
    token: TokenSchema,
    changeBps: Type.Integer({ minimum: -10_000, maximum: 100_000, description: 'relative to the price now' }),
  },
  { additionalProperties: false },
)

/** Compute the health of an account after what it might do, and after what prices might do. */
export const TOOL_DEF = defineReadTool({
  name: 'aave_simulate_health_factor',
  description: 'Compute the health factor of an account after hypothetical actions or price moves.',
  category: 'lending',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['account'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'aave_simulate_health_factor computes what an Aave V3 health factor would be after supplying, withdrawing, borrowing, repaying, an e-mode or price moves; it changes nothing.',
  promptGuidelines: [
    'Give actions in their order, and amounts in base units.',
    'Rates that an action moves, caps and available liquidity are left out.',
  ],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    {
      account: AccountSchema,
      actions: Type.Optional(Type.Array(ChangeSchema, { maxItems: 20 })),
      priceMoves: Type.Optional(Type.Array(MoveSchema, { maxItems: 20 })),
      eModeCategory: Type.Optional(Type.Integer({ minimum: 0, maximum: 255 })),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({ account: AddressSchema, before: HealthSchema, after: HealthSchema }),
  errorCodes: [
    ...RESERVE_ERROR_CODES,
    'CHAIN_READ_FAILED',
    'UNPRICED_ACCOUNT',
    'NO_PRICE',
    'INVALID_PARAMS',
    'NOT_FOUND',
  ],
  async read(params, ctx) {
    ctx.step('account')
    const account = await readAccount(ctx, chooseAccount(params, ctx))
    const id = params.eModeCategory ?? account.eModeId
    const eMode = account.eModes.get(id)
    if (id !== 0 && eMode === undefined) {
      throw new ToolError('NOT_FOUND', {
        subject: `e-mode category ${id}`,
        reason: 'no reserve belongs to it',
      })
    }
    let { holdings } = account
    for (const change of params.actions ?? []) holdings = await act(ctx, holdings, change)
    for (const move of params.priceMoves ?? []) holdings = await movePrice(ctx, holdings, move)
    return {
      account: account.address,
      before: describeHealth(computeHealth(account.holdings, account.eModes.get(account.eModeId))),
      after: describeHealth(computeHealth(holdings, eMode)),
    }
  },
})

/** Replace the holding of a token. */
async function change(
  ctx: Reading,
  holdings: readonly Holding[],
  reference: string,
  to: (holding: Holding) => Partial<Holding>,
): Promise<readonly Holding[]> {
  const token = await resolveErc20(ctx, reference)
  const { id } = pickReserve(
    holdings.map(({ reserve }) => reserve),
    token,
  )
  return holdings.map((holding) => (holding.reserve.id === id ? { ...holding, ...to(holding) } : holding))
}

const movePrice = (ctx: Reading, holdings: readonly Holding[], move: Static<typeof MoveSchema>) =>
  change(ctx, holdings, move.token, ({ priceBase }) => ({
    priceBase: priceBase && (priceBase * BigInt(10_000 + move.changeBps)) / 10_000n,
  }))

function act(
  ctx: Reading,
  holdings: readonly Holding[],
  { action, token, ...rest }: Static<typeof ChangeSchema>,
) {
  const isSwitch = action === 'enable' || action === 'disable'
  if (isSwitch !== (rest.amountBaseUnits === undefined)) {
    throw new ToolError('INVALID_PARAMS', {
      path: '/actions',
      problem: `${action} takes ${isSwitch ? 'no amount' : 'an amount in amountBaseUnits'}`,
    })
  }
  const amount = BigInt(rest.amountBaseUnits ?? '0')
  const lessen = (held: bigint, what: string) => {
    if (amount <= held) return held - amount
    const problem = `${action} of ${amount} base units, but ${what} ${held} base units of ${token}`
    throw new ToolError('INVALID_PARAMS', { path: '/actions', problem })
  }
  return change(ctx, holdings, token, (holding): Partial<Holding> => {
    const { suppliedBaseUnits, debtBaseUnits, isCollateral } = holding
    switch (action) {
      case 'supply':
        return {
          suppliedBaseUnits: suppliedBaseUnits + amount,
          isCollateral: servesByItself(holdings, holding),
        }
      case 'withdraw': {
        const left = lessen(suppliedBaseUnits, 'supplied are')
        // The Pool switches off what is withdrawn whole.
        return { suppliedBaseUnits: left, isCollateral: isCollateral && left > 0n }
      }
      case 'borrow':
        return { debtBaseUnits: debtBaseUnits + amount }
      case 'repay':
        return { debtBaseUnits: lessen(debtBaseUnits, 'owed are') }
      default:
        return { isCollateral: action === 'enable' }
    }
  })
}
