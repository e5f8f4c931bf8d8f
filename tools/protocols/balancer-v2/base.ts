import type { Address, Hex } from 'viem'
import type { AddressBook } from '../../core/address-book.ts'
import { defineBase } from '../../core/base.ts'
import { factoryAbi, poolAbi, queriesAbi, vaultAbi } from './abi.ts'

/** What its contracts revert with (v2-solidity-utils `BalancerErrors.sol`), where it says more than the number. */
const REASONS = {
  'BAL#207': 'more shares than were offered would be burned',
  'BAL#208': 'fewer shares than were asked for would be minted',
  'BAL#304': 'more than 30 % of what the pool holds of the token would go in',
  'BAL#305': 'more than 30 % of what the pool holds of the token would go out',
  'BAL#306': 'the pool would shrink below 70 % at once',
  'BAL#307': 'the pool would grow above 300 % at once',
  'BAL#400': 'the Vault is in the middle of another call',
  'BAL#402': 'the Vault or the pool is paused',
  'BAL#500': 'the Vault knows no such pool',
  'BAL#505': 'less than the least amount would come out',
  'BAL#506': 'more than the most amount would go in',
  'BAL#507': 'the amount is beyond the limit of the swap',
  'BAL#508': 'the deadline has passed',
  'BAL#521': 'the pool does not hold the token',
} as const

/**
 * Balancer V2 (https://docs-v2.balancer.fi/reference/contracts/deployment-addresses/mainnet.html), and the pools of
 * which a cage may hold shares: 60 % WETH with 40 % DAI, and DAI, USDC and USDT as one.
 */
export const BASE = defineBase({
  id: 'balancer-v2',
  reasons: REASONS,
  contracts: {
    vault: { abi: vaultAbi },
    queries: { abi: queriesAbi },
    weightedFactory: { abi: factoryAbi },
    weightedPool: { abi: poolAbi },
    stablePool: { abi: poolAbi },
  },
  addresses: {
    1: {
      vault: '0xBA12222222228d8Ba445958a75a0704d566BF2C8',
      queries: '0xE39B5e3B6D74016b2F6A9673D7d7493B6DF549d5',
      weightedFactory: '0x5Dd94Da3644DDD055fcf6B3E1aa310Bb7801EB8b',
      weightedPool: '0x0b09deA16768f0799065C475bE02919503cB2a35',
      stablePool: '0x79c58f70905F734641735BC61e45c19dD9Ad60bC',
    },
  },
  errors: {
    POOL_NOT_REGISTERED: {
      layer: 'tool',
      message: 'the Balancer Vault knows no pool {pool}',
      hint: 'list pools with balancer_list_pools',
    },
    POOL_KIND_UNKNOWN: {
      layer: 'tool',
      message: 'pool {pool} is neither a weighted nor a composable stable pool: {problem}',
      hint: 'read it with balancer_get_pool_info; act in pools that this knows',
    },
    TOKEN_NOT_IN_POOL: {
      layer: 'tool',
      message: 'pool {pool} does not hold {token}; it holds {expected}',
      hint: 'name tokens of the pool; balancer_get_pool_info lists them',
    },
    POOL_REFUSES: {
      layer: 'tool',
      message: 'pool {pool} refuses {act}: {reason}',
      hint: 'ask for less, or other amounts; balancer_get_pool_info tells what it holds',
    },
  },
})

/** A pool of which a cage may hold shares. */
export interface KnownPool {
  readonly name: 'weightedPool' | 'stablePool'
  readonly id: Hex
  readonly address: Address
  readonly kind: 'weighted' | 'composable-stable'
  /** What it holds, as the Vault orders it; its own shares are no part of it. */
  readonly tokens: readonly Address[]
}

const KNOWN_POOLS = [
  {
    name: 'weightedPool',
    // Two tokens, the 27th pool of the Vault.
    suffix: '00020000000000000000001a',
    kind: 'weighted',
    symbols: ['DAI', 'WETH'],
  },
  {
    name: 'stablePool',
    suffix: '0000000000000000000004e7',
    kind: 'composable-stable',
    symbols: ['DAI', 'USDC', 'USDT'],
  },
] as const

/** List the pools that are known on a chain; none where it lacks a token of theirs. */
export function listKnownPools(book: AddressBook): readonly KnownPool[] {
  const found = BASE.find(book)
  if (found === undefined) return []
  return KNOWN_POOLS.flatMap(({ name, suffix, kind, symbols }) => {
    const tokens = symbols.flatMap(
      (symbol) => book.tokens.find((token) => token.symbol === symbol)?.address ?? [],
    )
    const address = found[name]
    const id = `${address.toLowerCase()}${suffix}` as Hex
    return tokens.length === symbols.length ? [{ name, id, address, kind, tokens }] : []
  })
}
