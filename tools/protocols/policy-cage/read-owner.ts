import type { Address } from 'viem'
import type { ToolContext } from '../../core/context.ts'
import { ownerGateAbi } from '../../core/generated/owner-gate-abi.ts'
import { policyCageAbi } from '../../core/generated/policy-cage-abi.ts'

/** Read the gate that owns the agent's cage, and who owns the gate. */
export async function readOwner({
  account,
  chain,
}: Pick<ToolContext, 'account' | 'chain'>): Promise<{ readonly gate: Address; readonly owner: Address }> {
  const { owner: gate } = await chain.readContract({
    address: account,
    abi: policyCageAbi,
    functionName: 'policy',
  })
  return {
    gate,
    owner: await chain.readContract({ address: gate, abi: ownerGateAbi, functionName: 'owner' }),
  }
}
