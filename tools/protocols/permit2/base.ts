import { defineBase } from '../../core/base.ts'
import { permit2Abi } from './abi.ts'

/** Longest lifetime that an allowance or permit may be given: 30 days. */
export const MAX_TTL_SECONDS = 30 * 86_400

/** Permit2, at one address on every chain (https://docs.uniswap.org/contracts/v4/deployments). */
export const BASE = defineBase({
  id: 'permit2',
  contracts: { permit2: { abi: permit2Abi } },
  addresses: { 1: { permit2: '0x000000000022D473030F116dDEE9F6B43aC78BA3' } },
})
