import { erc20Abi, erc4626Abi, getAddress } from 'viem'
import { ToolError } from '../core/errors.ts'
import { AddressSchema, BaseUnitsSchema, Type } from '../core/schema.ts'
import { planControl } from './chain-control.ts'
import { defineTestnetTool } from './define-testnet-tool.ts'

/** Let a vault earn: assets are given to it for which it makes no shares. */
export const TOOL_DEF = defineTestnetTool({
  name: 'testnet_accrue_vault_yield',
  description: 'Give a vault assets out of nothing, so that each of its shares is worth more.',
  tickBudget: 'fast',
  promptSnippet:
    'testnet_accrue_vault_yield adds assets out of nothing to an ERC-4626 vault in which its assets lie, so that its shares are worth more.',
  promptGuidelines: [
    'A vault that lends its assets on earns by time and by borrowers: use testnet_time_travel.',
  ],
  input: Type.Object(
    { vault: AddressSchema, amountBaseUnits: BaseUnitsSchema },
    { additionalProperties: false },
  ),
  /** The asset that was given, and how much of it lies in the vault. */
  output: Type.Object({ account: AddressSchema, token: AddressSchema, balanceBaseUnits: BaseUnitsSchema }),
  errorCodes: ['CONTROL_NOT_AVAILABLE', 'INVALID_PARAMS', 'ZERO_AMOUNT'],
  async plan({ vault, amountBaseUnits }, { chain }) {
    if (amountBaseUnits === '0') throw new ToolError('ZERO_AMOUNT', { parameter: 'amountBaseUnits' })
    const account = getAddress(vault)
    const contract = { address: account, abi: erc4626Abi } as const
    const [token, total] = await Promise.all([
      chain.readContract({ ...contract, functionName: 'asset' }),
      chain.readContract({ ...contract, functionName: 'totalAssets' }),
    ]).catch((cause: unknown) => {
      throw new ToolError('INVALID_PARAMS', { path: '/vault', problem: 'is no ERC-4626 vault' }, { cause })
    })
    const idle = await chain.readContract({
      address: token,
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [account],
    })
    if (idle !== total) {
      const problem = `counts ${total} base units of its asset where ${idle} lie in it, expected as many`
      throw new ToolError('INVALID_PARAMS', { path: '/vault', problem })
    }
    return planControl('fundAccount', { account, token, amountBaseUnits })
  },
})
