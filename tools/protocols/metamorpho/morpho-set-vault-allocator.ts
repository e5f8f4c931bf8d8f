import { getAddress } from 'viem'
import { AddressSchema, Type } from '../../core/schema.ts'
import { vaultAbi } from './abi.ts'
import { BASE } from './base.ts'
import { assertRole, callVault, defineOwnerAct, ownerOf, readEvents } from './define-act.ts'
import { readVault } from './read-vault.ts'

/** Grant the allocator role of a vault or take it back, as its owner. */
export const TOOL_DEF = defineOwnerAct({
  name: 'morpho_set_vault_allocator',
  description: "Grant or take back the allocator role of a MetaMorpho vault, with the owner's approval.",
  promptSnippet:
    "morpho_set_vault_allocator lets an account move a MetaMorpho vault's assets between its markets, or no longer; the owner's account has to own the vault.",
  promptGuidelines: ["Name the operator's own account to let the agent allocate."],
  errorCodes: ['VAULT_ROLE_MISSING', 'VAULT_ALREADY_SET'],
  members: { allocator: AddressSchema, isAllocator: Type.Boolean() },
  output: { allocator: AddressSchema, isAllocator: Type.Union([Type.Boolean(), Type.Null()]) },
  async build({ isAllocator, ...params }, ctx) {
    const allocator = getAddress(params.allocator)
    const vault = await readVault(ctx, params.vault)
    const is = await ctx.chain.readContract({
      address: vault.address,
      abi: vaultAbi,
      functionName: 'isAllocator',
      args: [allocator],
    })
    assertRole(vault, 'owner', ownerOf(ctx))
    if (is === isAllocator) {
      const found = `${allocator} is ${is ? 'an' : 'no'} allocator`
      throw BASE.error('VAULT_ALREADY_SET', { vault: vault.address, found })
    }
    return [callVault(vault, 'setIsAllocator', [allocator, isAllocator])]
  },
  tell(logs, { vault, allocator }) {
    const [set] = readEvents(logs, vault, 'SetIsAllocator')
    return { allocator: getAddress(allocator), isAllocator: set?.args.isAllocator ?? null }
  },
})
