import type { Address } from 'viem'
import { AddressSchema, BaseUnitsSchema, SignedBaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { chooseWindow, describeWindow, WINDOW_OUTPUT, WINDOW_PARAMETERS } from '../../kit/log-window.ts'
import { CHAINS } from './chains.ts'
import { readActs, type VaultAct } from './past.ts'
import { readVault, VAULT_ERROR_CODES, VaultSchema } from './vault.ts'

const total = (acts: readonly VaultAct[], kind: VaultAct['kind']) =>
  acts.filter((act) => act.kind === kind).reduce((sum, { assets }) => sum + assets, 0n)

/** Read what went into a vault and out of it, and whose it was. */
export const TOOL_DEF = defineReadTool({
  name: 'vault_get_flows',
  description: 'Read net flows and the largest depositors of an ERC-4626 vault over a range of blocks.',
  category: 'vault',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['vault', 'logs'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'vault_get_flows sums what went into an ERC-4626 vault and out of it over a range of blocks, and lists the accounts that put in or took out the most.',
  promptGuidelines: ['Shares that were sent on by transfer count for whom they were deposited for.'],
  supportedChains: CHAINS,
  input: Type.Object(
    {
      vault: VaultSchema,
      ...WINDOW_PARAMETERS,
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 50, description: 'most accounts, 10 by default' }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    vault: AddressSchema,
    assetSymbol: Type.String(),
    ...WINDOW_OUTPUT,
    deposits: Type.Integer(),
    withdrawals: Type.Integer(),
    depositedBaseUnits: BaseUnitsSchema,
    withdrawnBaseUnits: BaseUnitsSchema,
    netBaseUnits: SignedBaseUnitsSchema,
    totalAccounts: Type.Integer(),
    /** Those that put in the most, net, first. */
    accounts: Type.Array(Type.Object({ account: AddressSchema, netBaseUnits: SignedBaseUnitsSchema })),
  }),
  errorCodes: VAULT_ERROR_CODES,
  async read({ vault: address, limit = 10, ...params }, ctx) {
    ctx.step('vault')
    const [vault] = await readVault(ctx, address)
    ctx.step('logs')
    const window = chooseWindow(params, vault.blockNumber)
    const acts = await readActs(ctx, [vault.address], window)
    const [deposited, withdrawn] = [total(acts, 'deposit'), total(acts, 'withdrawal')]
    const byOwner = Map.groupBy(acts, ({ owner }) => owner)
    const accounts = [...byOwner]
      .map(([account, own]): [Address, bigint] => [account, total(own, 'deposit') - total(own, 'withdrawal')])
      .toSorted(([, a], [, b]) => (a < b ? 1 : a > b ? -1 : 0))
    return {
      vault: vault.address,
      assetSymbol: vault.asset.symbol,
      ...describeWindow(window),
      deposits: acts.filter(({ kind }) => kind === 'deposit').length,
      withdrawals: acts.filter(({ kind }) => kind === 'withdrawal').length,
      depositedBaseUnits: deposited.toString(),
      withdrawnBaseUnits: withdrawn.toString(),
      netBaseUnits: (deposited - withdrawn).toString(),
      totalAccounts: accounts.length,
      accounts: accounts.slice(0, limit).map(([account, net]) => ({ account, netBaseUnits: net.toString() })),
    }
  },
})
