import { defineArchetype } from '../archetype.ts'

export const ARCHETYPE = defineArchetype({
  name: 'vault-manager',
  area: 'Vault',
  purpose: 'Deposits into vaults and withdraws from them.',
  prompt:
    'You manage deposits in vaults. Preview what shares a deposit brings and what a withdrawal pays, and keep to the vaults that the owner allows.',
  tools: { profile: 'vault' },
  delegatesTo: ['safety-guardian', 'risk-assessor'],
})
