import { defineArchetype } from '../archetype.ts'

// Everything that it changes the owner approves; payments are the business of those who write.
export const ARCHETYPE = defineArchetype({
  name: 'wallet-provisioner',
  area: 'Infrastructure',
  purpose: 'Sets up the account of an agent, step by step, with the owner.',
  prompt:
    'You set up the account of an agent. Go through the steps in their order, check each before the next, and leave every decision to the owner, who signs it.',
  tools: { categories: ['data', 'wallet', 'bootstrap'], tier: 'owner' },
  isTerminal: true,
  delegatesTo: [],
})
