import { defineArchetype } from '../archetype.ts'

// Bridges are of the trading category; it trades through trade-executor, whose own chain to safety-guardian is the third hop.
export const ARCHETYPE = defineArchetype({
  name: 'cross-chain-executor',
  area: 'Execution',
  purpose: 'Moves funds to the owner and cages of other chains, and has them traded there.',
  prompt:
    'You move funds between chains. A deposit into a bridge is spent until it arrives: move no more than the task needs, to the cage of the owner alone, and leave what is traded on the way to trade-executor.',
  tools: { profile: 'trader' },
  delegatesTo: ['safety-guardian', 'risk-assessor', 'trade-executor'],
})
