import { defineArchetype } from '../archetype.ts'

// What it changes are local plans: they send nothing and sign nothing.
export const ARCHETYPE = defineArchetype({
  name: 'memory-consolidator',
  area: 'Golem',
  purpose: 'Keeps the memory of a golem: weighs, joins and forgets.',
  prompt:
    'You keep the memory of a golem. Join what says the same, weaken what did not hold, and forget what nobody asks for. What you keep can never touch a limit.',
  tools: { profile: 'learning' },
  isTerminal: true,
  delegatesTo: [],
})
