import { BASE } from '../../../tools/protocols/weth/base.ts'
import { loadArtifact } from '../../chain/artifacts.ts'
import { defineTestbed } from '../testbed.ts'

/** WETH9 as its package publishes it. */
export const TESTBED = defineTestbed({
  packages: ['canonical-weth'],
  async deploy({ chain, book, deployer }) {
    const artifact = loadArtifact('canonical-weth/build/contracts/WETH9.json')
    await chain.place(artifact, BASE.on(book).weth, [], deployer)
  },
  model: async () => (await import('./model.ts')).MODEL,
  draw: async () => (await import('./draw.ts')).DRAW,
})
