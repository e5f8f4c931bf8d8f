import { getAddress } from 'viem'
import { AddressSchema, BaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { CHAINS } from './chains.ts'
import { readVault, VAULT_ERROR_CODES, VaultSchema, type VaultView } from './vault.ts'

/** From here on a limit is none: no token has this many base units. */
const UNLIMITED_FROM = 2n ** 128n

const LIMITS = ['maxDeposit', 'maxMint', 'maxWithdraw', 'maxRedeem'] as const

const LimitSchema = Type.Object({
  /** Null where the vault names no bound. */
  mostBaseUnits: Type.Union([BaseUnitsSchema, Type.Null()]),
  /** Set where the vault's view reverts, which the standard forbids: nothing is allowed then. */
  reverts: Type.Boolean(),
})

/** Read what a vault takes of an account and lets out to it now. */
export const TOOL_DEF = defineReadTool({
  name: 'vault_get_limits',
  description: 'Read deposit and withdrawal limits of an ERC-4626 vault for an account.',
  category: 'vault',
  riskTier: 'layer1',
  tickBudget: 'fast',
  progressSteps: ['vault'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'vault_get_limits reads what an ERC-4626 vault takes of an account now and lets out to it: caps on deposits, liquidity for withdrawals, in assets and in shares.',
  promptGuidelines: ['What a vault has lent on cannot leave until it is repaid.'],
  supportedChains: CHAINS,
  input: Type.Object(
    { vault: VaultSchema, account: Type.Optional(AddressSchema) },
    { additionalProperties: false },
  ),
  output: Type.Object({
    vault: AddressSchema,
    account: AddressSchema,
    /** Assets. */
    deposit: LimitSchema,
    /** Shares. */
    mint: LimitSchema,
    /** Assets. */
    withdraw: LimitSchema,
    /** Shares. */
    redeem: LimitSchema,
  }),
  errorCodes: VAULT_ERROR_CODES,
  async read(params, ctx) {
    const account = getAddress(params.account ?? ctx.account)
    ctx.step('vault')
    const views = LIMITS.map((limit): VaultView => [limit, account])
    const [vault, answers] = await readVault(ctx, params.vault, views)
    const [deposit, mint, withdraw, redeem] = answers.map(describeLimit) as [Limit, Limit, Limit, Limit]
    return { vault: vault.address, account, deposit, mint, withdraw, redeem }
  },
})

type Limit = ReturnType<typeof describeLimit>

const describeLimit = (limit: bigint | undefined) => ({
  mostBaseUnits: limit === undefined ? '0' : limit >= UNLIMITED_FROM ? null : limit.toString(),
  reverts: limit === undefined,
})
