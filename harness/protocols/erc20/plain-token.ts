import { type Artifact, loadArtifact } from '../../chain/artifacts.ts'

/** npm package that publishes a plain ERC-20 with an open `mint`. */
export const PLAIN_TOKEN_PACKAGE = '@uniswap/v4-core'

/** Load a plain ERC-20 with an open `mint`; its constructor takes name, symbol and decimals. */
export const loadPlainToken = (): Artifact =>
  loadArtifact(`${PLAIN_TOKEN_PACKAGE}/out/mocks/MockERC20.sol/MockERC20.json`)
