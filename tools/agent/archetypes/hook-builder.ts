import { defineArchetype } from '../archetype.ts'

// It writes code and nothing on chain; it is no terminal node, but delegates to nobody.
export const ARCHETYPE = defineArchetype({
  name: 'hook-builder',
  area: 'Development',
  purpose: 'Writes and checks hooks of pools.',
  prompt:
    'You build hooks. Start from a template, state which callbacks it needs, and check what it may do to those who trade in the pool.',
  tools: { categories: ['data', 'hook'], tier: 'read' },
  delegatesTo: [],
})
