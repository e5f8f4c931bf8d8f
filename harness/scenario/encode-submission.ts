import { type Address, encodeFunctionData, getAddress, type Hex, parseAbi, parseSignature } from 'viem'
import type { Json } from '../../tools/core/json.ts'
import type { Call, TypedData } from '../../tools/core/plan.ts'
import { permit2Abi } from '../../tools/protocols/permit2/abi.ts'
import { HarnessError } from '../errors.ts'

/** A signature that got out, with what it covers. */
export interface GivenSignature {
  readonly typedData: TypedData
  readonly signature: Hex
}

const permitAbi = parseAbi([
  'function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
])

interface PermitDetails {
  readonly token: Address
  readonly amount: string
  readonly expiration: string
  readonly nonce: string
}

const toDetails = ({ token, amount, expiration, nonce }: PermitDetails) => ({
  token: getAddress(token),
  amount: BigInt(amount),
  expiration: Number(expiration),
  nonce: Number(nonce),
})

interface Permitted {
  readonly token: Address
  readonly amount: string
}

/** A call, and who has to send it when not everybody can. */
export interface Submission extends Call {
  readonly from?: Address
}

/**
 * Encode the call by which a signature counts: `permit` of Permit2, or of the token (EIP-2612), which anybody may send, or
 * `permitTransferFrom` of Permit2, by which its spender takes all for the one who submits.
 *
 * @throws HarnessError STEP_IMPOSSIBLE for another signature
 */
export function encodeSubmission(
  { typedData, signature }: GivenSignature,
  owner: Address,
  submitter: Address,
): Submission {
  const { primaryType, message, domain } = typedData
  const to = getAddress(domain.verifyingContract ?? '0x')
  const { details, permitted, spender, sigDeadline, value, deadline, nonce } = message as Readonly<
    Record<string, Json>
  >
  const around = { spender: spender as Address, sigDeadline: BigInt(String(sigDeadline ?? 0)) }
  const send = (data: Hex): Call => ({ to, valueWei: 0n, data })
  switch (primaryType) {
    case 'PermitTransferFrom': {
      const { token, amount } = permitted as unknown as Permitted
      const permit = {
        permitted: { token, amount: BigInt(amount) },
        nonce: BigInt(String(nonce)),
        deadline: BigInt(String(deadline)),
      }
      const details = { to: submitter, requestedAmount: BigInt(amount) }
      const args = [permit, details, owner, signature] as const
      const data = encodeFunctionData({ abi: permit2Abi, functionName: 'permitTransferFrom', args })
      return { ...send(data), from: around.spender }
    }
    case 'PermitSingle': {
      const permit = { details: toDetails(details as unknown as PermitDetails), ...around }
      return send(
        encodeFunctionData({ abi: permit2Abi, functionName: 'permit', args: [owner, permit, signature] }),
      )
    }
    case 'PermitBatch': {
      const entries = (details as unknown as readonly PermitDetails[]).map(toDetails)
      const permit = { details: entries, ...around }
      return send(
        encodeFunctionData({ abi: permit2Abi, functionName: 'permit', args: [owner, permit, signature] }),
      )
    }
    case 'Permit': {
      const { r, s, yParity } = parseSignature(signature)
      const args = [
        owner,
        around.spender,
        BigInt(String(value)),
        BigInt(String(deadline)),
        27 + yParity,
        r,
        s,
      ] as const
      return send(encodeFunctionData({ abi: permitAbi, functionName: 'permit', args }))
    }
    default:
      throw new HarnessError('STEP_IMPOSSIBLE', `an outsider cannot submit a ${primaryType}`, {
        expected: 'PermitSingle, PermitBatch, PermitTransferFrom or Permit',
        hint: 'encode the call that takes it in calls',
      })
  }
}
