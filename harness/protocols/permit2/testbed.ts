import { BASE } from '../../../tools/protocols/permit2/base.ts'
import { loadPermit2 } from '../../chain/artifacts.ts'
import { defineTestbed } from '../testbed.ts'

/** Permit2, byte for byte. */
export const TESTBED = defineTestbed({
  packages: ['@uniswap/uniswapx-sdk'],
  async deploy({ chain, book, deployer }) {
    await chain.place(loadPermit2(), BASE.on(book).permit2, [], deployer)
  },
})
