import type { Hex } from 'viem'
import { BASE } from '../../../tools/protocols/balancer-v2/base.ts'

/** A pool of the origin, at an address and under an id of mainnet's. */
export interface OriginPool {
  readonly address: Hex
  /** How many pools the Vault knew before: the last ten bytes of the id. */
  readonly nonce: bigint
  readonly id: Hex
  readonly name: string
  readonly symbol: string
  /** In the order of their addresses, as the Vault keeps them. */
  readonly tokens: readonly string[]
  readonly feeWad: bigint
  /** What its first provider puts in, by token. */
  readonly valuesUsd: readonly bigint[]
}

const { weightedPool, stablePool } = BASE.addresses[1]

/** 60 % WETH and 40 % DAI: dearer than Uniswap's, so that swaps of scenarios stay there. */
export const WEIGHTED = {
  address: weightedPool,
  nonce: 0x1an,
  id: '0x0b09dea16768f0799065c475be02919503cb2a3500020000000000000000001a',
  name: '60WETH-40DAI',
  symbol: 'B-60WETH-40DAI',
  tokens: ['DAI', 'WETH'],
  feeWad: 5_000_000_000_000_000n,
  valuesUsd: [400_000n, 600_000n],
  weightsWad: [400_000_000_000_000_000n, 600_000_000_000_000_000n],
} as const satisfies OriginPool & { readonly weightsWad: readonly bigint[] }

/** DAI, USDC and USDT, three like one. */
export const STABLE = {
  address: stablePool,
  nonce: 0x4e7n,
  id: '0x79c58f70905f734641735bc61e45c19dd9ad60bc0000000000000000000004e7',
  name: 'Balancer USDC/DAI/USDT StablePool',
  symbol: 'USDC-DAI-USDT-BPT',
  tokens: ['DAI', 'USDC', 'USDT'],
  feeWad: 500_000_000_000_000n,
  valuesUsd: [3_000_000n, 3_000_000n, 3_000_000n],
  /** Where its own shares stand among the tokens that the Vault lists of it. */
  bptIndex: 1,
  amplification: 2_000n,
} as const satisfies OriginPool & { readonly bptIndex: number; readonly amplification: bigint }
