import { getAddress, zeroAddress } from 'viem'
import { ToolError } from '../../core/errors.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { AddressSchema, Type } from '../../core/schema.ts'
import { BASE } from './base.ts'
import { assertRole, callVault, defineOwnerAct, ownerOf, readEvents } from './define-act.ts'
import { readVault } from './read-vault.ts'

/** A basis point of what 1e18 is all of. */
const WAD_OF_BPS = 10n ** 14n

/** Highest performance fee (metamorpho `ConstantsLib.sol`). */
const MOST_FEE_BPS = 5_000

/** Set a vault's performance fee and who gets it, as its owner. */
export const TOOL_DEF = defineOwnerAct({
  name: 'morpho_set_vault_fee',
  description: "Set the performance fee of a MetaMorpho vault and who gets it, with the owner's approval.",
  promptSnippet:
    "morpho_set_vault_fee sets which share of its interest a MetaMorpho vault keeps as fee, and for whom; the owner's account has to own the vault.",
  promptGuidelines: [
    'The fee is minted as new shares: whoever gets it holds part of the vault.',
    "An operator whose cage gets the fee cannot allocate any more: its acts may move nothing of the agent's.",
  ],
  errorCodes: ['VAULT_ROLE_MISSING', 'VAULT_ALREADY_SET', 'INVALID_PARAMS'],
  members: {
    feeBps: Type.Integer({
      minimum: 0,
      maximum: MOST_FEE_BPS,
      description: 'share of the interest, basis points',
    }),
    recipient: AddressSchema,
  },
  output: {
    /** Null for what was left as it was. */
    feeBps: Type.Union([Type.Integer(), Type.Null()]),
    recipient: Type.Union([AddressSchema, Type.Null()]),
  },
  async build({ vault: address, feeBps, recipient }, ctx) {
    const vault = await readVault(ctx, address)
    assertRole(vault, 'owner', ownerOf(ctx))
    const fee = BigInt(feeBps) * WAD_OF_BPS
    if (fee > 0n && isAddressEqual(recipient, zeroAddress)) {
      const problem = `is nobody, expected an account for the ${feeBps} bps`
      throw new ToolError('INVALID_PARAMS', { path: '/recipient', problem })
    }
    const name = isAddressEqual(vault.feeRecipient, recipient)
      ? []
      : [callVault(vault, 'setFeeRecipient', [getAddress(recipient)])]
    const set = vault.feeWad === fee ? [] : [callVault(vault, 'setFee', [fee])]
    // A fee is never without somebody who gets it.
    const calls = fee === 0n ? [...set, ...name] : [...name, ...set]
    if (calls.length === 0) {
      throw BASE.error('VAULT_ALREADY_SET', { vault: vault.address, found: `${feeBps} bps for ${recipient}` })
    }
    return calls
  },
  tell(logs, { vault }) {
    const [fee] = readEvents(logs, vault, 'SetFee')
    const [recipient] = readEvents(logs, vault, 'SetFeeRecipient')
    return {
      feeBps: fee ? Number(fee.args.newFee / WAD_OF_BPS) : null,
      recipient: recipient?.args.newFeeRecipient ?? null,
    }
  },
})
