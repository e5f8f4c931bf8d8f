import { BASE } from '../../../tools/protocols/multicall3/base.ts'
import { loadArtifact } from '../../chain/artifacts.ts'
import { defineTestbed } from '../testbed.ts'

/** Multicall3, of which Across publishes the artifact. */
export const TESTBED = defineTestbed({
  packages: ['@across-protocol/contracts'],
  async deploy({ chain, book, deployer }) {
    const path = '@across-protocol/contracts/dist/evm/artifacts/Multicall3.sol/Multicall3.json'
    await chain.place(loadArtifact(path), BASE.on(book).multicall3, [], deployer)
  },
})
