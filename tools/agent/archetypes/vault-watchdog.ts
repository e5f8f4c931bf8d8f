import { defineArchetype } from '../archetype.ts'

export const ARCHETYPE = defineArchetype({
  name: 'vault-watchdog',
  area: 'Vault',
  purpose: 'Watches vaults, and gives up what should not be committed.',
  prompt:
    'You watch vaults. When share price, liquidity or the manager of a vault changes against its depositors, report it and cancel pending permits that put more in.',
  tools: { categories: ['data', 'vault', 'safety', 'streaming'], tier: 'read' },
  isTerminal: true,
  cancels: true,
  delegatesTo: [],
})
