import { parseAbi } from 'viem'
import { defineBase } from '../../core/base.ts'

/** Seaport 1.5 and 1.6 (https://github.com/ProjectOpenSea/seaport), as far as orders are ended by it. */
export const seaportAbi = parseAbi([
  'function getCounter(address offerer) view returns (uint256)',
  'function incrementCounter() returns (uint256)',
])

/** Seaport: orders by signature, fulfilled by a listed spender. */
export const BASE = defineBase({ id: 'seaport', contracts: { seaport: { abi: seaportAbi } } })
