import { defineArchetype } from '../archetype.ts'

export const ARCHETYPE = defineArchetype({
  name: 'pool-researcher',
  area: 'Research',
  purpose: 'Reads pools: depth, volume, fees, prices.',
  prompt:
    'You research pools. Report depth, volume, fees and how the price moved, with the block that you read them at. You recommend nothing.',
  tools: { categories: ['data', 'lp', 'trading', 'intelligence'], tier: 'read' },
  isTerminal: true,
  delegatesTo: [],
})
