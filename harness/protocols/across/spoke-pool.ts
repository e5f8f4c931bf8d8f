import type { Address } from 'viem'
import { encodeFunctionData } from '../../../tools/core/encode-function-data.ts'
import { loadArtifact } from '../../chain/artifacts.ts'

const ARTIFACTS = '@across-protocol/contracts/dist/evm/artifacts'

/** Oldest quote and latest fill deadline that the spoke pool takes, in seconds, as on mainnet. */
export const QUOTE_BUFFER_SECONDS = 3_600
export const FILL_BUFFER_SECONDS = 36_000

/** Load a spoke pool as the package publishes it. */
export const loadSpokePool = (name: 'Ethereum_SpokePool' | 'OP_SpokePool') =>
  loadArtifact(`${ARTIFACTS}/${name}.sol/${name}.json`)

/** Load the proxy before it, with what it is created with. */
export const loadProxy = (
  implementation: Address,
  pool: ReturnType<typeof loadSpokePool>,
  args: readonly unknown[],
) => ({
  proxy: loadArtifact(`${ARTIFACTS}/ERC1967Proxy.sol/ERC1967Proxy.json`),
  args: [implementation, encodeFunctionData({ abi: pool.abi, functionName: 'initialize', args })],
})
