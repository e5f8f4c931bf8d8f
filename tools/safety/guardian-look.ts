import { encodeFunctionData, type Hex } from 'viem'
import { policyCageAbi } from '../core/generated/policy-cage-abi.ts'
import type { PauseDeps, PauseRequest } from './guardian-pause.ts'
import { disarmFees, readHaltNonce, sendForHalt } from './halt-executor.ts'
import { inTime } from './in-time.ts'

/** What a look came to: its transaction was sent, it would have made no difference, or why there was none. */
export type LookAnswer =
  | { readonly sent: Hex }
  | { readonly nothingToShow: true }
  | { readonly refused: string }

/** The call that shows the cage's high-water mark the present value. */
export const POKE_CALL = encodeFunctionData({ abi: policyCageAbi, functionName: 'poke' })

/** Gas of a look at a cage of many assets. */
const POKE_GAS = 2_000_000n

/**
 * Show the high-water mark of the guarded cage the present value, where that makes a difference.
 *
 * An operator may be silent about a gain, or act on spikes only; whoever looks regularly finds both out. How often is
 * the asker's choice: between two samples there is nothing to show, so that asking often costs nothing.
 */
export async function lookGuarded(
  request: PauseRequest,
  deps: Omit<PauseDeps, 'pauses'>,
): Promise<LookAnswer> {
  const { chain, account, policy } = deps
  if (request.chainId !== policy.chainId) {
    return { refused: `chain ${request.chainId} is not ${policy.chainId}` }
  }
  if (request.account.toLowerCase() !== account.toLowerCase()) {
    return { refused: `${request.account} is not the guarded account` }
  }
  // Without fresh prices it throws, and there is nothing to show either.
  if (!(await chain.readContract({ address: account, abi: policyCageAbi, functionName: 'isPokeDue' }))) {
    return { nothingToShow: true }
  }
  const nonce = await inTime(deps.clock, readHaltNonce({ chain }, deps.signer.address), 'the nonce')
  const sent = await sendForHalt(
    { ...deps, chainId: policy.chainId, broadcasters: [deps.broadcaster] },
    { to: account, data: POKE_CALL, gasLimit: POKE_GAS, nonce, fees: disarmFees(policy) },
  )
  return { sent }
}
