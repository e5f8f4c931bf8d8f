import type { Hex } from 'viem'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import { policyCageAbi } from '../../core/generated/policy-cage-abi.ts'
import { inTime } from '../../core/in-time.ts'
import { disarmFees, type HaltFees, readHaltNonce, sendForHalt } from '../custody/send-for-halt.ts'
import type { SafetyPolicy } from '../policy/policy.ts'
import { raisableFee } from '../policy/raisable-fee.ts'
import { guardianPauseFees, type PauseDeps, type PauseRequest } from './guardian-pause.ts'

/** What a look came to: its transaction was sent, it would have made no difference, or why there was none. */
export type LookAnswer =
  | { readonly sent: Hex }
  | { readonly nothingToShow: true }
  | { readonly refused: string }

/** What can show the cage's high-water mark the present value. */
export interface Looker {
  look(request: PauseRequest): Promise<LookAnswer>
}

/** The call that shows the cage's high-water mark the present value. */
export const POKE_CALL = encodeFunctionData({ abi: policyCageAbi, functionName: 'poke' })

/**
 * Gas of a look at a cage of many assets. It is so much more than that of a pause that an account which can pay for a
 * look can pay for a pause which offers more.
 */
const POKE_GAS = 2_000_000n

/** What a look offers: as what follows a pause, but never so much that a pause could not take the place of one that waits. */
function lookFees(policy: Pick<SafetyPolicy, 'gas'>): HaltFees {
  const maxFeePerGasWei = raisableFee(guardianPauseFees(policy).maxFeePerGasWei)
  return disarmFees({ gas: { ...policy.gas, maxFeePerGasWei } })
}

/** How often a guardian looks: longer than two samples of the mark have to lie apart, and often enough to miss some. */
export const LOOK_EVERY_MS = 600_000

/**
 * Show the high-water mark of the guarded cage the present value, where that makes a difference.
 *
 * An operator may be silent about a gain, or act on spikes only; regular looks find both out. How often is
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
  const [sent] = await sendForHalt(
    { ...deps, chainId: policy.chainId, broadcasters: [deps.broadcaster] },
    { to: account, data: POKE_CALL, gasLimit: POKE_GAS, nonce, fees: lookFees(policy) },
  )
  return { sent }
}

/** Let a guardian look at its cage now and regularly from then on, until the function that is answered is called. */
export function lookRegularly(deps: Omit<PauseDeps, 'pauses'>): () => void {
  const request = { chainId: deps.policy.chainId, account: deps.account }
  let isStopped = false
  let cancel = () => {}
  const look = async () => {
    // What failed is looked at again the next time.
    await inTime(deps.clock, lookGuarded(request, deps), 'the look').catch(() => undefined)
    if (!isStopped) cancel = deps.clock.setTimer(LOOK_EVERY_MS, () => void look())
  }
  void look()
  return () => {
    isStopped = true
    cancel()
  }
}
