import { defineBase } from '../../core/base.ts'
import { spokePoolAbi } from './abi.ts'

/** The spoke pool of Across (https://docs.across.to/reference/contract-addresses). */
export const BASE = defineBase({
  id: 'across',
  contracts: { spokePool: { abi: spokePoolAbi } },
  addresses: { 1: { spokePool: '0x5c7BCd6E7De5423a257D81B442095A1a6ced35C5' } },
  errors: {
    ROUTE_UNSEEN: {
      layer: 'tool',
      message: 'nobody sent {token} to chain {destinationChainId:int} in the last {blocks:int} blocks',
      hint: 'look back further, or choose another token or chain',
    },
    BRIDGE_ROUTE_UNKNOWN: {
      layer: 'tool',
      message: '{token} has no counterpart on chain {destinationChainId:int} that this knows',
      hint: 'send USDC or WETH to Optimism, Unichain, Polygon, Base or Arbitrum',
    },
    DEPOSITS_PAUSED: {
      layer: 'tool',
      message: 'the spoke pool takes no deposits now',
      hint: 'try later; across_quote_bridge tells when it does',
    },
  },
})
