import { defineBase, sameOn } from '../../core/base.ts'
import { PUBLIC_CHAINS } from '../../kit/chains.ts'
import { permit2Abi, schemeAbi } from './abi.ts'

/** Longest lifetime that an allowance or permit may be given: 30 days. */
export const MAX_TTL_SECONDS = 30 * 86_400

/**
 * Permit2, at one address on every chain (https://docs.uniswap.org/contracts/v4/deployments), and the scheme by which a
 * cage answers for its messages: where the usual CREATE2 deployer puts it.
 */
export const BASE = defineBase({
  id: 'permit2',
  contracts: { permit2: { abi: permit2Abi }, permitSingleScheme: { abi: schemeAbi } },
  addresses: sameOn(PUBLIC_CHAINS, {
    permit2: '0x000000000022D473030F116dDEE9F6B43aC78BA3',
    permitSingleScheme: '0xAD17F55186fa4Ca9e3236851Bc546bA3e42DE138',
  }),
})
