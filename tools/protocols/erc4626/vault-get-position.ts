import { getAddress } from 'viem'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { AddressSchema, BaseUnitsSchema, SignedBaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { chooseWindow, describeWindow, WINDOW_OUTPUT, WINDOW_PARAMETERS } from '../../kit/log-window.ts'
import { NO_STATE } from '../../kit/usd-price.ts'
import { CHAINS } from './chains.ts'
import { readActs, type VaultAct } from './past.ts'
import { askVault, readVault, requireAnswer, VAULT_ERROR_CODES, VaultSchema } from './vault.ts'

/** What an account's acts in the blocks that were looked at say of what its shares cost. */
interface Cost {
  readonly shares: bigint
  readonly cost: bigint
  readonly realised: bigint
}

/** Follow the average cost of shares through an account's acts; what is given back takes its part, rounded up. */
const followCost = (acts: readonly VaultAct[]): Cost =>
  acts.reduce<Cost>(
    ({ shares, cost, realised }, act) => {
      if (act.kind === 'deposit') return { shares: shares + act.shares, cost: cost + act.assets, realised }
      const left = shares > act.shares ? shares - act.shares : 0n
      const kept = shares === 0n ? 0n : (cost * left) / shares
      return { shares: left, cost: kept, realised: realised + act.assets - (cost - kept) }
    },
    { shares: 0n, cost: 0n, realised: 0n },
  )

/** Read what an account has in a vault, and what that cost. */
export const TOOL_DEF = defineReadTool({
  name: 'vault_get_position',
  description: 'Read shares, value and cost basis of an account in an ERC-4626 vault.',
  category: 'vault',
  riskTier: 'layer1',
  tickBudget: 'fast',
  progressSteps: ['vault', 'logs'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'vault_get_position reads the shares that an account has in an ERC-4626 vault, what they pay now, what of them leaves now, and what they cost by recent logs.',
  promptGuidelines: [
    'Where isComplete is false the blocks looked at do not explain all shares: give more blocks.',
  ],
  supportedChains: CHAINS,
  input: Type.Object(
    { vault: VaultSchema, account: Type.Optional(AddressSchema), ...WINDOW_PARAMETERS },
    { additionalProperties: false },
  ),
  output: Type.Object({
    vault: AddressSchema,
    account: AddressSchema,
    assetSymbol: Type.String(),
    sharesBaseUnits: BaseUnitsSchema,
    /** What redeeming all of them pays, fees included. */
    valueBaseUnits: BaseUnitsSchema,
    /** What of them leaves now. */
    redeemableSharesBaseUnits: BaseUnitsSchema,
    ...WINDOW_OUTPUT,
    /** Average cost of the shares that the acts in these blocks explain. */
    costBaseUnits: BaseUnitsSchema,
    /** What was withdrawn above or below its average cost. */
    realisedGainBaseUnits: SignedBaseUnitsSchema,
    /** Value less cost; null where the acts do not explain all shares. */
    unrealisedGainBaseUnits: Type.Union([SignedBaseUnitsSchema, Type.Null()]),
    isComplete: Type.Boolean(),
  }),
  errorCodes: VAULT_ERROR_CODES,
  async read({ vault: address, account: named, ...params }, ctx) {
    const account = getAddress(named ?? ctx.account)
    ctx.step('vault')
    const [vault, [held, most]] = await readVault(ctx, address, [
      ['balanceOf', account],
      ['maxRedeem', account],
    ])
    const shares = requireAnswer(vault, 'balanceOf', held)
    ctx.step('logs')
    const window = chooseWindow(params, vault.blockNumber)
    const [{ views }, acts] = await Promise.all([
      ctx.chain.readState({ ...NO_STATE, views: [askVault(vault.address, ['previewRedeem', shares])] }),
      readActs(ctx, [vault.address], window),
    ])
    const value = requireAnswer(vault, 'previewRedeem', views[0] === undefined ? undefined : BigInt(views[0]))
    const known = followCost(acts.filter(({ owner }) => isAddressEqual(owner, account)))
    const isComplete = known.shares === shares
    return {
      vault: vault.address,
      account,
      assetSymbol: vault.asset.symbol,
      sharesBaseUnits: shares.toString(),
      valueBaseUnits: value.toString(),
      redeemableSharesBaseUnits: (most === undefined ? 0n : most < shares ? most : shares).toString(),
      ...describeWindow(window),
      costBaseUnits: known.cost.toString(),
      realisedGainBaseUnits: known.realised.toString(),
      unrealisedGainBaseUnits: isComplete ? (value - known.cost).toString() : null,
      isComplete,
    }
  },
})
