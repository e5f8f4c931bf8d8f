import { defineArchetype } from '../archetype.ts'

// It holds every tool, so it delegates to safety-guardian as every archetype does that writes. It reaches
// cross-chain-executor, which nobody else does: one level above the longest chain, which then is three hops.
export const ARCHETYPE = defineArchetype({
  name: 'golem-instance',
  area: 'Golem',
  purpose: 'Runs the heartbeat of a golem and hands work to those who are made for it.',
  prompt:
    'You run one golem. Observe, decide what the moment calls for, and delegate each piece of work to the archetype that is made for it. Act yourself only when nobody you may delegate to can.',
  tools: { profile: 'golem' },
  delegatesTo: [
    'trade-executor',
    'liquidity-manager',
    'vault-manager',
    'vault-strategist',
    'lp-strategist',
    'cross-chain-executor',
    'risk-assessor',
    'memory-consolidator',
    'safety-guardian',
  ],
})
