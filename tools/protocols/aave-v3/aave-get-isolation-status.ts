import { formatUnits } from 'viem'
import { chainsOf } from '../../core/base.ts'
import { AddressSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { AccountSchema, chooseAccount, readAccount } from './account.ts'
import { BASE } from './base.ts'
import { describeToken, TOKEN_OUTPUT } from './describe.ts'
import type { Holding } from './health.ts'

/** Decimals in which debt ceilings count US dollars (`ReserveConfiguration.DEBT_CEILING_DECIMALS`). */
const CEILING_DECIMALS = 2

/** Read what isolation and siloing allow, and which of them binds an account. */
export const TOOL_DEF = defineReadTool({
  name: 'aave_get_isolation_status',
  description: 'Read isolation debt ceilings, siloed assets and which of them bind the account.',
  category: 'lending',
  riskTier: 'layer1',
  tickBudget: 'fast',
  progressSteps: ['account'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'aave_get_isolation_status reads which Aave V3 collaterals are isolated, how much of their debt ceilings is used, which assets are siloed, and what binds an account.',
  promptGuidelines: [
    'Against isolated collateral only listed stable assets may be borrowed, up to its ceiling.',
    'Who borrows a siloed asset may borrow nothing else.',
  ],
  supportedChains: chainsOf(BASE),
  input: Type.Object({ account: AccountSchema }, { additionalProperties: false }),
  output: Type.Object({
    account: AddressSchema,
    /** The isolated collateral that binds the account. */
    isolatedCollateral: Type.Union([AddressSchema, Type.Null()]),
    /** The siloed asset that the account owes. */
    siloedDebt: Type.Union([AddressSchema, Type.Null()]),
    isolated: Type.Array(
      Type.Object({ ...TOKEN_OUTPUT, debtCeilingUsd: Type.String(), debtUsd: Type.String() }),
    ),
    borrowableInIsolation: Type.Array(AddressSchema),
    siloed: Type.Array(AddressSchema),
  }),
  errorCodes: ['CHAIN_READ_FAILED', 'UNPRICED_ACCOUNT', 'PROTOCOL_NOT_DEPLOYED'],
  async read(params, ctx) {
    ctx.step('account')
    const { address, reserves, holdings } = await readAccount(ctx, chooseAccount(params, ctx))
    const tokenOf = (found: Holding | undefined) => found?.reserve.token.address ?? null
    const tokensWith = (flag: 'isBorrowableInIsolation' | 'isSiloed') =>
      reserves.filter(({ configuration }) => configuration[flag]).map(({ token }) => token.address)
    return {
      account: address,
      isolatedCollateral: tokenOf(
        holdings.find(
          ({ isCollateral, reserve }) => isCollateral && reserve.configuration.debtCeilingCents > 0n,
        ),
      ),
      siloedDebt: tokenOf(
        holdings.find(({ debtBaseUnits, reserve }) => debtBaseUnits > 0n && reserve.configuration.isSiloed),
      ),
      isolated: reserves
        .filter(({ configuration }) => configuration.debtCeilingCents > 0n)
        .map((reserve) => ({
          ...describeToken(reserve),
          debtCeilingUsd: formatUnits(reserve.configuration.debtCeilingCents, CEILING_DECIMALS),
          debtUsd: formatUnits(reserve.isolatedDebtCents, CEILING_DECIMALS),
        })),
      borrowableInIsolation: tokensWith('isBorrowableInIsolation'),
      siloed: tokensWith('isSiloed'),
    }
  },
})
