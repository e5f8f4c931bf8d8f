import { defineTestbed } from '../testbed.ts'

/** Trades over the venues of the origin. */
export const TESTBED = defineTestbed({
  packages: [],
  model: async () => (await import('./model.ts')).MODEL,
  draw: async () => (await import('./draw.ts')).DRAW,
})
