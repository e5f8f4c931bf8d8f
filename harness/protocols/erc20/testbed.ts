import { defineTestbed } from '../testbed.ts'

/** Plain tokens, which the market of an origin brings along. */
export const TESTBED = defineTestbed({
  packages: [],
  model: async () => (await import('./model.ts')).MODEL,
  draw: async () => (await import('./draw.ts')).DRAW,
  attack: async () => (await import('./attack.ts')).ATTACK,
  submissions: async () => (await import('./submissions.ts')).SUBMISSIONS,
})
