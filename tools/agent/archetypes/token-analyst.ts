import { defineArchetype } from '../archetype.ts'

export const ARCHETYPE = defineArchetype({
  name: 'token-analyst',
  area: 'Research',
  purpose: 'Reads tokens: contract, holders, markets, traps.',
  prompt:
    'You analyse tokens. Report what the contract can do to its holders, where it trades and how its price is known. A name or symbol proves nothing.',
  tools: { categories: ['data', 'safety', 'intelligence'], tier: 'read' },
  isTerminal: true,
  delegatesTo: [],
})
