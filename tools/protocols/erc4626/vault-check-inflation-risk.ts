import { AddressSchema, BaseUnitsSchema, SignedBaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { divideUp } from '../../kit/divide-up.ts'
import { readAmount } from '../../kit/read-amount.ts'
import { readBalance } from '../../kit/read-balance.ts'
import { slippageOfLimit } from '../../kit/slippage.ts'
import { CHAINS } from './chains.ts'
import { buildTransfer, numberOf, tryCalls } from './trial.ts'
import { askVault, readVault, VAULT_ERROR_CODES, type Vault, VaultSchema } from './vault.ts'

/** Why a share price may be bent by a gift before a deposit. */
const REASONS = ['empty', 'thin', 'no-offset', 'donations-count', 'unbooked-assets'] as const

type Reason = (typeof REASONS)[number]

/** What is known of a vault's share price and gifts. */
interface Exposure {
  readonly vault: Vault
  /** What is to be deposited. */
  readonly amount: bigint
  /** A gift by which a share is worth a hundredth more. */
  readonly moving: bigint
  /** Assets that lie in the vault beyond those that it books. */
  readonly unbooked: bigint
  /** Whether a gift changes what shares are worth; null where it could not be tried. */
  readonly counts: boolean | null
}

const listReasons = ({ vault, amount, moving, unbooked, counts }: Exposure): Reason[] => [
  ...(vault.totalSupply === 0n ? (['empty'] as const) : []),
  ...(moving <= amount ? (['thin'] as const) : []),
  ...(vault.decimals <= vault.asset.decimals ? (['no-offset'] as const) : []),
  ...(counts === false ? [] : (['donations-count'] as const)),
  ...(unbooked > 0n ? (['unbooked-assets'] as const) : []),
]

/** A price bends where gifts count and there is little to bend; shares that are much finer keep what they round. */
function judge(reasons: readonly Reason[]): 'low' | 'elevated' | 'high' {
  const has = (reason: Reason) => reasons.includes(reason)
  if (!has('donations-count') || !(has('thin') || has('empty'))) return 'low'
  return has('no-offset') ? 'high' : 'elevated'
}

/** Judge how far a gift could bend the share price before a deposit. */
export const TOOL_DEF = defineReadTool({
  name: 'vault_check_inflation_risk',
  description:
    'Judge how far a donation could inflate the share price of an ERC-4626 vault before a deposit.',
  category: 'vault',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['vault', 'simulation'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'vault_check_inflation_risk judges whether a gift could bend the share price of an ERC-4626 vault before a deposit: how thin it is, whether gifts count, how fine its shares are.',
  promptGuidelines: ['At a high risk deposit nothing, or bound the shares by leastSharesBaseUnits.'],
  supportedChains: CHAINS,
  input: Type.Object(
    { vault: VaultSchema, amountBaseUnits: BaseUnitsSchema },
    { additionalProperties: false },
  ),
  output: Type.Object({
    vault: AddressSchema,
    assetSymbol: Type.String(),
    risk: Type.Union([Type.Literal('low'), Type.Literal('elevated'), Type.Literal('high')]),
    reasons: Type.Array(Type.Unsafe<Reason>({ type: 'string', enum: [...REASONS] })),
    /** A gift that makes shares worth a hundredth more. */
    donationToMoveBaseUnits: BaseUnitsSchema,
    /** Whether a gift that the own account makes in the EVM counts; null where it has too little to try. */
    isDonationCounted: Type.Union([Type.Boolean(), Type.Null()]),
    /** What the vault has at its address above what it says to hold; below zero for what it lent on. */
    unbookedBaseUnits: SignedBaseUnitsSchema,
    /** By how many decimals shares are finer than assets. */
    offsetDecimals: Type.Integer(),
    /** What a deposit of the amount loses by rounding at the share price of now, rounded up. */
    roundingLossBps: Type.Integer(),
  }),
  errorCodes: [...VAULT_ERROR_CODES, 'ZERO_AMOUNT'],
  async read(params, ctx) {
    const amount = readAmount(params.amountBaseUnits)
    ctx.step('vault')
    const [vault, [shares = 0n]] = await readVault(ctx, params.vault, [['previewDeposit', amount]])
    const { address, asset, totalAssets, shareWorth, decimals } = vault
    const moving = divideUp(totalAssets, 100n) + 1n
    ctx.step('simulation')
    const whole = askVault(address, ['convertToAssets', 10n ** BigInt(decimals)])
    const [idle, { calls }] = await Promise.all([
      readBalance(ctx.chain, asset.address, address),
      tryCalls(ctx, vault, ctx.account, [buildTransfer(asset.address, address, moving), whole]),
    ])
    const [given, worth] = [calls[0], numberOf(calls[1])]
    const counts = given?.ok && worth !== undefined ? worth > shareWorth : null
    const unbooked = idle - totalAssets
    const reasons = listReasons({ vault, amount, moving, unbooked, counts })
    const value = (shares * shareWorth) / 10n ** BigInt(decimals)
    return {
      vault: address,
      assetSymbol: asset.symbol,
      risk: judge(reasons),
      reasons,
      donationToMoveBaseUnits: moving.toString(),
      isDonationCounted: counts,
      unbookedBaseUnits: unbooked.toString(),
      offsetDecimals: decimals - asset.decimals,
      roundingLossBps: value < amount ? slippageOfLimit(amount, value) : 0,
    }
  },
})
