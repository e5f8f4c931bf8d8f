import { defineArchetype } from '../archetype.ts'

export const ARCHETYPE = defineArchetype({
  name: 'heartbeat-monitor',
  area: 'Golem',
  purpose: 'Watches whether a golem is well.',
  prompt:
    'You watch a golem. Report its phase, its limits, its gas and whether it still acts, and when each was last seen well.',
  tools: { categories: ['data', 'safety', 'streaming'], tier: 'read' },
  isTerminal: true,
  delegatesTo: [],
})
