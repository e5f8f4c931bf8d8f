import { type Address, parseAbi } from 'viem'
import { isAddressEqual } from '../../../../tools/core/is-address-equal.ts'
import { BASE } from '../../../../tools/protocols/uniswap-v3/base.ts'
import type { ReadPorts } from '../../../vocabulary/terms.ts'

const abi = parseAbi([
  'function ownerOf(uint256 tokenId) view returns (address)',
  'function deposits(uint256 tokenId) view returns (address owner, uint48 numberOfStakes, int24 tickLower, int24 tickUpper)',
])

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

/** Find who may move a position, also where it lies with the staker. */
export async function findDepositor(positionId: unknown, ports: ReadPorts): Promise<Address | undefined> {
  const owner = await findOwner(positionId, ports)
  const staker = BASE.find(ports.book)?.staker
  if (owner === undefined || staker === undefined || !isAddressEqual(owner, staker)) return owner
  const args = [BigInt(String(positionId))] as const
  const [depositor] = await ports.client.readContract({
    address: staker,
    abi,
    functionName: 'deposits',
    args,
  })
  return depositor
}
