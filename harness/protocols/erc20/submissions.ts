import { type Address, getAddress, parseAbi, parseSignature } from 'viem'
import { encodeFunctionData } from '../../../tools/core/encode-function-data.ts'
import type { ProtocolSubmissions } from '../../vocabulary/submission.ts'

const permitAbi = parseAbi([
  'function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
])

/** What any account may submit to a token: https://eips.ethereum.org/EIPS/eip-2612. */
export const SUBMISSIONS: ProtocolSubmissions = {
  Permit({ typedData: { domain, message }, signature }, { owner }) {
    const { spender, value, deadline } = message as Readonly<Record<string, string>>
    const { r, s, yParity } = parseSignature(signature)
    const terms = [BigInt(value ?? 0), BigInt(deadline ?? 0), 27 + yParity, r, s] as const
    const args = [owner, spender as Address, ...terms] as const
    const data = encodeFunctionData({ abi: permitAbi, functionName: 'permit', args })
    return { to: getAddress(domain.verifyingContract ?? '0x'), valueWei: 0n, data }
  },
}
