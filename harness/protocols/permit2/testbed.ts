import { BASE } from '../../../tools/protocols/permit2/base.ts'
import { loadPublished, UNISWAPX_PACKAGE } from '../load-uniswapx.ts'
import { defineTestbed } from '../testbed.ts'
import { LATER } from './later.ts'

/** Permit2, byte for byte. */
export const TESTBED = defineTestbed({
  packages: [UNISWAPX_PACKAGE],
  async deploy({ chain, book, deployer }) {
    await chain.place(loadPublished('Permit2'), BASE.on(book).permit2, [], deployer)
  },
  later: LATER,
  model: async () => (await import('./model.ts')).MODEL,
  draw: async () => (await import('./draw.ts')).DRAW,
  attack: async () => (await import('./attack.ts')).ATTACK,
  submissions: async () => (await import('./submissions.ts')).SUBMISSIONS,
})
