import { defineArchetype } from '../archetype.ts'

export const ARCHETYPE = defineArchetype({
  name: 'liquidity-manager',
  area: 'Execution',
  purpose: 'Adds, moves and takes out liquidity, and collects its fees.',
  prompt:
    'You manage liquidity positions. Look at the pool and the range before you add to it, collect fees when they are worth the gas, and take liquidity out when the range no longer holds.',
  tools: { profile: 'lp' },
  delegatesTo: ['safety-guardian', 'risk-assessor', 'pool-researcher'],
})
