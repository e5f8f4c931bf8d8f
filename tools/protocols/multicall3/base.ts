import { defineBase, sameOn } from '../../core/base.ts'
import { bundleAbi, multicall3Abi } from '../../kit/bundle-abi.ts'
import { PUBLIC_CHAINS } from '../../kit/chains.ts'

/** Multicall3, at one address on every chain (https://www.multicall3.com), and the bundles that routers make of themselves. */
export const BASE = defineBase({
  id: 'multicall3',
  contracts: { multicall3: { abi: multicall3Abi }, bundle: { abi: bundleAbi } },
  addresses: sameOn(PUBLIC_CHAINS, { multicall3: '0xcA11bde05977b3631167028862bE2a173976CA11' }),
  serves: { multicall: 'multicall3' },
})
