import { defineArchetype } from '../archetype.ts'

export const ARCHETYPE = defineArchetype({
  name: 'integration-advisor',
  area: 'Development',
  purpose: 'Answers questions on integrations.',
  prompt:
    'You advise on integrations. Answer what was asked, point at the contract or the standard that says so, and say when you do not know.',
  tools: { profile: 'data' },
  delegatesTo: [],
})
