import type { Address } from 'viem'
import { BASE } from '../../../tools/protocols/universal-router/base.ts'
import { loadArtifact } from '../../chain/artifacts.ts'
import { defineTestbed, type WorldBuilder } from '../testbed.ts'

const ARTIFACT = '@uniswap/universal-router/artifacts/contracts/UniversalRouter.sol/UniversalRouter.json'

/** Hashes of the creation code of pools (v3-periphery `PoolAddress.sol`, v2-periphery `UniswapV2Library.sol`). */
const V3_POOL_INIT_CODE_HASH = '0xe34f199b19b2b4f47f68442619d555527d244f78a3297ea89325f843f87b8b54'
const V2_PAIR_INIT_CODE_HASH = '0x96e8ac4277198ff8b6f785478aa9a39f403cb768dd02cbee326c3e7da348845f'

/** What this router may not reach: the spoke pool of Across, and Uniswap V2 where it is not. */
const UNREACHED: Address = '0x0000000000000000000000000000000000000000'

/** The router over the pools of Uniswap V2, V3 and V4; it asks none of them before it trades. */
export const TESTBED = defineTestbed({
  needs: ['weth', 'permit2'],
  packages: ['@uniswap/universal-router'],
  model: async () => (await import('./model.ts')).MODEL,
  draw: async () => (await import('./draw.ts')).DRAW,
  async deploy({ chain, book, deployer }: WorldBuilder) {
    const { permit2, 'uniswap-v2': v2, 'uniswap-v3': v3, 'uniswap-v4': v4 } = book.protocols
    const parameters = {
      permit2: permit2?.permit2,
      weth9: book.wrappedNative,
      v2Factory: v2?.factory ?? UNREACHED,
      v3Factory: v3?.factory,
      pairInitCodeHash: V2_PAIR_INIT_CODE_HASH,
      poolInitCodeHash: V3_POOL_INIT_CODE_HASH,
      v4PoolManager: v4?.poolManager,
      v3NFTPositionManager: v3?.positionManager,
      v4PositionManager: v4?.positionManager,
      spokePool: UNREACHED,
    }
    await chain.place(loadArtifact(ARTIFACT), BASE.on(book).router, [parameters], deployer)
  },
})
