import { defineTestbed } from '../testbed.ts'

/** The cage, which a world deploys with its policy. */
export const TESTBED = defineTestbed({
  packages: [],
  model: async () => (await import('./model.ts')).MODEL,
  draw: async () => (await import('./draw.ts')).DRAW,
})
