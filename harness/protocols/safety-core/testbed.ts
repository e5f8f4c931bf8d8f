import { defineTestbed } from '../testbed.ts'

/** The safety layer itself. */
export const TESTBED = defineTestbed({
  packages: [],
  model: async () => (await import('./model.ts')).MODEL,
  draw: async () => (await import('./draw.ts')).DRAW,
})
