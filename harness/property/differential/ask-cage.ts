import { type Hex, numberToHex } from 'viem'
import { decodeErrorResult } from '../../../tools/core/decode-error-result.ts'
import { policyCageAbi } from '../../../tools/core/generated/policy-cage-abi.ts'
import { encodeCageExecute } from '../../../tools/safety/evidence/encode-cage-execute.ts'
import type { PermitBody } from '../../../tools/safety/permit/permit.ts'
import type { Fork } from '../../chain/fork.ts'
import { ACTORS } from '../../world/actors.ts'

const GAS = numberToHex(30_000_000)

/** Ask what the cage says to the bytes of a permit from the operator, in the block after the head. */
export async function askCage(
  fork: Fork,
  cage: Hex,
  { plan, deadlineSeconds, guardianSignature }: PermitBody,
  permitId: Hex,
): Promise<string> {
  const data = encodeCageExecute(plan.calls, deadlineSeconds, permitId, guardianSignature)
  const call = { from: ACTORS.operator.address, to: cage, gas: GAS, data }
  const blockOverrides = { time: numberToHex(fork.headTimestampSeconds() + 1n) }
  const [block] = await fork.rpc.request<readonly { calls: readonly { status: Hex; returnData: Hex }[] }[]>(
    'eth_simulateV1',
    [{ blockStateCalls: [{ calls: [call], blockOverrides }] }, 'latest'],
  )
  const result = block?.calls[0]
  if (result?.status === '0x1') return 'accepted'
  try {
    return decodeErrorResult({ abi: policyCageAbi, data: result?.returnData ?? '0x' }).errorName
  } catch {
    return 'undecodable'
  }
}
