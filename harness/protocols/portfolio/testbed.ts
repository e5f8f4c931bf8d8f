import { defineTestbed } from '../testbed.ts'

/** Acts over everything that an account has, wherever it lies. */
export const TESTBED = defineTestbed({
  packages: [],
  model: async () => (await import('./model.ts')).MODEL,
  draw: async () => (await import('./draw.ts')).DRAW,
})
