import { parseAbi } from 'viem'
import { BASE } from '../../../tools/protocols/uniswap-v3/base.ts'
import type { ObservedPosition, Testbed } from '../testbed.ts'

const managerAbi = parseAbi([
  'function balanceOf(address owner) view returns (uint256)',
  'function tokenOfOwnerByIndex(address owner, uint256 index) view returns (uint256)',
  'function positions(uint256 tokenId) view returns (uint96 nonce, address operator, address token0, address token1, uint24 fee, int24 tickLower, int24 tickUpper, uint128 liquidity, uint256 feeGrowthInside0LastX128, uint256 feeGrowthInside1LastX128, uint128 tokensOwed0, uint128 tokensOwed1)',
])

/** Read the position NFTs that an account owns, with their liquidity. */
export const observePositions: NonNullable<Testbed['observePositions']> = async ({
  client,
  book,
  account,
}) => {
  const address = BASE.find(book)?.positionManager
  if (address === undefined) return []
  const manager = { address, abi: managerAbi } as const
  const count = await client.readContract({ ...manager, functionName: 'balanceOf', args: [account] })
  const held: ObservedPosition[] = []
  for (let index = 0n; index < count; index += 1n) {
    const args = [account, index] as const
    const id = await client.readContract({ ...manager, functionName: 'tokenOfOwnerByIndex', args })
    const position = await client.readContract({ ...manager, functionName: 'positions', args: [id] })
    held.push({ id: id.toString(), units: position[7] })
  }
  return held
}
