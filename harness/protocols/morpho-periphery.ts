import type { CompileUnit } from '../chain/solc.ts'

const REPACKAGED = 'sphere-mezo-solidity-files/domains'

/**
 * What stands around Morpho Blue, vaults included: several testbeds deploy of it, and it is compiled once.
 *
 * A repackage with the published sources under a wider pragma; mainnet's rate model was compiled without the IR, too.
 */
export const MORPHO_PERIPHERY: CompileUnit = {
  entries: [
    `${REPACKAGED}/morphoIrm/contracts/AdaptiveCurveIrm.sol`,
    `${REPACKAGED}/publicAllocator/contracts/PublicAllocator.sol`,
    `${REPACKAGED}/metamorpho/contracts/MetaMorpho.sol`,
    `${REPACKAGED}/metamorpho/contracts/MetaMorphoFactory.sol`,
    `${REPACKAGED}/metamorpho/contracts/TestingMetaMorpho.sol`,
  ],
}
