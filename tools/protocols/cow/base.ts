import { parseAbi } from 'viem'
import { defineBase } from '../../core/base.ts'

/** GPv2Settlement (https://github.com/cowprotocol/contracts), as far as orders are read and ended by it. */
export const settlementAbi = parseAbi([
  'function filledAmount(bytes orderUid) view returns (uint256)',
  'function invalidateOrder(bytes orderUid)',
])

/** CoW Protocol: orders by signature, settled by a listed spender. */
export const BASE = defineBase({ id: 'cow', contracts: { settlement: { abi: settlementAbi } } })
