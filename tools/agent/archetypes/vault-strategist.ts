import { defineArchetype } from '../archetype.ts'

// The seeds give it no edge to safety-guardian, so it may not write: it reads and advises.
export const ARCHETYPE = defineArchetype({
  name: 'vault-strategist',
  area: 'Strategy',
  purpose: 'Compares vaults and says where capital should lie.',
  prompt:
    'You compare vaults. Say where capital should lie and why, with yields net of fees and the risk of each. You move nothing: vault-manager does.',
  tools: { profile: 'vault,intelligence', tier: 'read' },
  delegatesTo: ['pool-researcher', 'risk-assessor'],
})
