import { BASE } from '../../../tools/protocols/permit2/base.ts'
import { defineTestbed } from '../testbed.ts'
import { LATER } from './later.ts'
import { loadPublished, PERMIT2_PACKAGE } from './load-permit2.ts'

/** Permit2, byte for byte. */
export const TESTBED = defineTestbed({
  packages: [PERMIT2_PACKAGE],
  async deploy({ chain, book, deployer }) {
    await chain.place(loadPublished('Permit2'), BASE.on(book).permit2, [], deployer)
  },
  later: LATER,
  model: async () => (await import('./model.ts')).MODEL,
  draw: async () => (await import('./draw.ts')).DRAW,
  attack: async () => (await import('./attack.ts')).ATTACK,
  submissions: async () => (await import('./submissions.ts')).SUBMISSIONS,
})
