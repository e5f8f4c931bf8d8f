import { type Address, encodePacked, getCreate2Address, type Hex } from 'viem'
import { keccak256 } from '../../core/keccak256.ts'

/** Hash of the pair's creation code (v2-periphery `UniswapV2Library.pairFor`). */
const PAIR_INIT_CODE_HASH: Hex = '0x96e8ac4277198ff8b6f785478aa9a39f403cb768dd02cbee326c3e7da348845f'

/**
 * Deadline for the router, which asks for one: none of its own, since the account's `execute` enforces the deadline of
 * the permit.
 */
export const NO_DEADLINE = 2n ** 256n - 1n

/** Put both tokens of a pair into its order. */
export const sortTokens = (tokenA: Address, tokenB: Address): readonly [Address, Address] =>
  BigInt(tokenA) < BigInt(tokenB) ? [tokenA, tokenB] : [tokenB, tokenA]

/** Addresses that were derived before: each derivation hashes twice. */
const pairAddresses = new Map<string, Address>()
const MAX_KNOWN_PAIRS = 1_000

/** Compute the address of a pair, whether it was created or not (v2-periphery `UniswapV2Library.pairFor`). */
export function computePairAddress(factory: Address, tokenA: Address, tokenB: Address): Address {
  const tokens = sortTokens(tokenA, tokenB)
  const key = `${factory}${tokens[0]}${tokens[1]}`
  const known = pairAddresses.get(key)
  if (known) return known
  const salt = keccak256(encodePacked(['address', 'address'], tokens))
  const address = getCreate2Address({ from: factory, salt, bytecodeHash: PAIR_INIT_CODE_HASH })
  // Anybody can ask for any pair; the common ones come first.
  if (pairAddresses.size < MAX_KNOWN_PAIRS) pairAddresses.set(key, address)
  return address
}
