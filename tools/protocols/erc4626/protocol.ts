import type { CageAccess } from '../../core/protocol.ts'
import { defineProtocol } from '../../core/protocol.ts'
import { BASE, type KnownVault } from './base.ts'
import { DECODER } from './decoder.ts'
import { listPlaces } from './places.ts'
import { INDEX } from './position-index.ts'
import { createKeeper } from './unwind.ts'

/** A reader and a checker are created for each vault: a call says which vault it is of by its target alone. */
const access = (vault: KnownVault): CageAccess => ({
  functions: ['deposit', 'mint', 'withdraw', 'redeem'],
  checker: { contract: 'VaultChecker', args: [vault] },
  reader: { contract: 'Erc4626Reader', args: [vault] },
})

/** Vaults of the ERC-4626 kind: shares of what a vault holds of one asset. */
export const PROTOCOL = defineProtocol(BASE, {
  title: 'ERC-4626 vaults',
  standing: 'published',
  decoders: [DECODER],
  unwind: createKeeper,
  indexes: { lendingVault: INDEX, savingsVault: INDEX },
  cage: { lendingVault: access('lendingVault'), savingsVault: access('savingsVault') },
  places: listPlaces,
  endsWhole: true,
})
