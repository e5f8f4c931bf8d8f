import { defineArchetype } from '../archetype.ts'

export const ARCHETYPE = defineArchetype({
  name: 'identity-verifier',
  area: 'Economy',
  purpose: 'Looks agents up in the registries and checks who they are.',
  prompt:
    'You verify identities. Look the agent up in the registry, hold its card and its signatures against what is registered, and say what could not be verified.',
  tools: { categories: ['data', 'identity'], tier: 'read' },
  isTerminal: true,
  delegatesTo: [],
})
