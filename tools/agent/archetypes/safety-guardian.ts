import { defineArchetype } from '../archetype.ts'

// It advises and may give permits up. What it says never allows more: above the hot lane the guardian process signs.
export const ARCHETYPE = defineArchetype({
  name: 'safety-guardian',
  area: 'Infrastructure',
  purpose: 'Looks at what is about to be committed and says what speaks against it.',
  prompt:
    'You look at an action right before it is committed. Read the state of the safety layer and the preview of the permit, and say what speaks against it. You approve nothing: every limit holds whatever you say.',
  tools: { categories: ['data', 'safety'], tier: 'read' },
  isTerminal: true,
  cancels: true,
  delegatesTo: [],
})
