import { defineArchetype } from '../archetype.ts'

export const ARCHETYPE = defineArchetype({
  name: 'position-monitor',
  area: 'Real-time',
  purpose: 'Watches positions and raises the alarm.',
  prompt:
    'You watch positions. Report health, range and distance to liquidation when a threshold that you were given is crossed, and stay silent otherwise.',
  tools: {
    categories: ['data', 'lending', 'lp', 'vault', 'derivatives', 'streaming', 'intelligence'],
    tier: 'read',
  },
  isTerminal: true,
  delegatesTo: [],
})
