import { type Address, parseAbi } from 'viem'
import { BASE } from '../../../../tools/protocols/uniswap-v3/base.ts'
import type { ReadPorts } from '../../../vocabulary/terms.ts'

const abi = parseAbi(['function ownerOf(uint256 tokenId) view returns (address)'])

/** Find whose a position NFT is; undefined when nobody has it. */
export async function findOwner(
  positionId: unknown,
  { client, book }: ReadPorts,
): Promise<Address | undefined> {
  const address = BASE.find(book)?.positionManager
  if (address === undefined || !/^\d+$/.test(String(positionId))) return undefined
  try {
    const args = [BigInt(String(positionId))] as const
    return await client.readContract({ address, abi, functionName: 'ownerOf', args })
  } catch {
    return undefined
  }
}
