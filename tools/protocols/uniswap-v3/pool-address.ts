import { type Address, encodeAbiParameters, getCreate2Address, type Hex } from 'viem'
import { keccak256 } from '../../core/keccak256.ts'

/** Fee tiers that the factory enables, hundredths of a basis point. */
export const FEE_TIERS: readonly number[] = [100, 500, 3_000, 10_000]

/** Hash of the pool's creation code (v3-periphery `PoolAddress.sol`). */
const POOL_INIT_CODE_HASH: Hex = '0xe34f199b19b2b4f47f68442619d555527d244f78a3297ea89325f843f87b8b54'

/**
 * Deadline for contracts that ask for one: none of their own, since the account's `execute` enforces the
 * deadline of the permit.
 */
export const NO_DEADLINE = 2n ** 256n - 1n

/** Whether the first token is token0 of a pool of both. */
export const isToken0 = (token: Address, other: Address): boolean => BigInt(token) < BigInt(other)

/** Addresses that were derived before: each derivation hashes twice. */
const poolAddresses = new Map<string, Address>()
const MAX_KNOWN_POOLS = 1_000

/** Compute the address of a pool, whether it was created or not (v3-periphery `PoolAddress.computeAddress`). */
export function computePoolAddress(
  factory: Address,
  tokenA: Address,
  tokenB: Address,
  feeTier: number,
): Address {
  const [token0, token1] = isToken0(tokenA, tokenB) ? [tokenA, tokenB] : [tokenB, tokenA]
  const key = `${factory}${token0}${token1}${feeTier}`
  const known = poolAddresses.get(key)
  if (known) return known
  const salt = keccak256(
    encodeAbiParameters(
      [{ type: 'address' }, { type: 'address' }, { type: 'uint24' }],
      [token0, token1, feeTier],
    ),
  )
  const address = getCreate2Address({ from: factory, salt, bytecodeHash: POOL_INIT_CODE_HASH })
  // Anybody can ask for any pair; the common ones come first.
  if (poolAddresses.size < MAX_KNOWN_POOLS) poolAddresses.set(key, address)
  return address
}
