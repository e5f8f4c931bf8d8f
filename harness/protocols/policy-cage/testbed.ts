import { defineTestbed } from '../testbed.ts'

/** The cage, which a world deploys with its policy. */
export const TESTBED = defineTestbed({
  packages: [],
  draw: async () => (await import('./draw.ts')).DRAW,
})
