import { defineBase } from '../../core/base.ts'
import { aggregatorV3Abi } from '../../kit/aggregator-v3-abi.ts'

/** Price feeds; the token list says where they are. */
export const BASE = defineBase({ id: 'chainlink', contracts: { feed: { abi: aggregatorV3Abi } } })
