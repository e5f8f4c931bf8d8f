import { defineArchetype } from '../archetype.ts'

// The seeds leave its edges open. It is to liquidity what vault-strategist is to vaults: it reads, advises and asks the
// same two; what it decides liquidity-manager carries out, under that one's own edge to safety-guardian.
export const ARCHETYPE = defineArchetype({
  name: 'lp-strategist',
  area: 'Strategy',
  purpose: 'Chooses pools and ranges for liquidity.',
  prompt:
    'You choose pools and ranges. Weigh fees against the loss to better informed traders, and say for which range and how long. You move nothing: liquidity-manager does.',
  tools: { profile: 'lp,intelligence', tier: 'read' },
  delegatesTo: ['pool-researcher', 'risk-assessor'],
})
