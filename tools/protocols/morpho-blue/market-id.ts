import { type Address, encodeAbiParameters, type Hex, parseAbiParameters } from 'viem'
import { keccak256 } from '../../core/keccak256.ts'

/** The five parameters that a market is. */
export interface MarketTerms {
  readonly loanToken: Address
  readonly collateralToken: Address
  readonly oracle: Address
  readonly irm: Address
  /** Liquidation LTV, 1e18 is all of the collateral's value. */
  readonly lltv: bigint
}

const TERMS = parseAbiParameters('address, address, address, address, uint256')

/** Hash the parameters of a market to its id (morpho-blue `MarketParamsLib.sol`). */
export const toMarketId = ({ loanToken, collateralToken, oracle, irm, lltv }: MarketTerms): Hex =>
  keccak256(encodeAbiParameters(TERMS, [loanToken, collateralToken, oracle, irm, lltv]))
