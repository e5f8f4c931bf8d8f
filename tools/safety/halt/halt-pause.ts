import type { Address, Hex } from 'viem'
import type { Clock } from '../../core/clock.ts'
import { describeCause } from '../../core/describe-cause.ts'
import { ToolError } from '../../core/errors.ts'
import type { EventBus } from '../../core/events.ts'
import { policyCageAbi } from '../../core/generated/policy-cage-abi.ts'
import { inTime } from '../../core/in-time.ts'
import { within } from '../../core/within.ts'
import {
  type HaltRoute,
  pauseFees,
  readHaltNonce,
  sendForHalt,
  waitForHalt,
} from '../custody/send-for-halt.ts'
import type { TransactionSigner } from '../custody/signers/transaction-signer.ts'
import { PAUSE_CALL } from '../evidence/encode-cage-execute.ts'
import { PAUSE_GAS, type PauseAnswer, type Pauser } from '../guardian/guardian-pause.ts'
import type { SafetyPolicy } from '../policy/policy.ts'
import type { HaltItem } from './halt-report.ts'

/** What a pause is brought about with; neither store nor lease nor a lock is among it. */
export interface HaltPauseDeps {
  readonly policy: SafetyPolicy
  readonly account: Address
  /** Every way to the chain. */
  readonly routes: readonly HaltRoute[]
  /** Signs for the operator; undefined when nobody can, or when the operator's owners would have to be asked. */
  readonly signer: TransactionSigner | undefined
  /** Pauses the cage with an account of its own. */
  readonly guardian?: Pauser
  readonly clock: Pick<Clock, 'setTimer'>
  readonly events: EventBus
  /** Nonce that comes next by what the stack itself knows. Never throws. */
  readonly knownNonce: () => number | undefined
  /** Told of the signed bytes before they are sent. Never throws. */
  readonly note: (kind: string, body: unknown) => void
}

/** How the cage came to be paused, with what was tried for it. */
export interface Paused {
  /** `found` when it was paused before; undefined when nobody could. */
  readonly by?: 'operator' | 'guardian' | 'found'
  readonly items: readonly HaltItem[]
  /** The operator's signer did not answer; nothing else should wait for it. */
  readonly isSignerDeaf?: boolean
}

/** Longest time for the guardian's answer, whatever its client allows. */
const GUARDIAN_TIMEOUT_MS = 30_000

/**
 * Whether the cage is paused: when at least one way says so and none says otherwise. A single node that lies can keep
 * this from being true, which costs a further transaction, but it cannot make it true beside an honest one that answers.
 */
export async function isPausedByAll({ routes, account, clock }: HaltPauseDeps): Promise<boolean> {
  const read = ({ chain }: HaltRoute) =>
    inTime(
      clock,
      chain.readContract({ address: account, abi: policyCageAbi, functionName: 'paused' }),
      'the pause',
    ).catch(() => undefined)
  const said = await Promise.all(routes.map(read))
  return said.includes(true) && !said.includes(false)
}

/**
 * Pause the cage by operator and guardian at once, each on its own: neither waits for the other, for a reading of the
 * chain or for a node's fee. What is paused by all that can be read is left alone once a pause was seen before.
 */
export async function pauseCage(deps: HaltPauseDeps, wasPaused: boolean): Promise<Paused> {
  if (wasPaused && (await isPausedByAll(deps))) {
    return { by: 'found', items: [{ item: 'pause the cage', ok: true }] }
  }
  // Both are on their way before anything is waited for.
  const [operator, guardian] = await Promise.allSettled([sendByOperator(deps), askForPause(deps)])
  const byOperator = await outcomeOf(async () => waitForAny(deps, unwrap(operator)))
  const byGuardian = await outcomeOf(async () => {
    const answer = unwrap(guardian)
    if ('refused' in answer) throw new ToolError('GUARDIAN_REFUSED', { reason: answer.refused })
    // Once the operator's is mined, nobody has to wait for the guardian's.
    if ('sent' in answer && byOperator.status === 'rejected') await waitForAny(deps, [answer.sent])
  })
  const isPaused = await isPausedByAll(deps)
  const describe = (item: string, outcome: PromiseSettledResult<void>): HaltItem => {
    if (outcome.status === 'rejected') return { item, ok: false, reason: describeCause(outcome.reason) }
    // Who paused it may say what it likes.
    return isPaused ? { item, ok: true } : { item, ok: false, reason: 'the cage is not paused' }
  }
  const isOperators = byOperator.status === 'fulfilled'
  const by = isOperators ? 'operator' : byGuardian.status === 'fulfilled' ? 'guardian' : 'found'
  return {
    ...(isPaused ? { by } : {}),
    isSignerDeaf: isOperators ? false : isTimeout(byOperator.reason),
    items: [
      describe('pause the cage', byOperator),
      ...(deps.guardian || !isOperators ? [describe('let the guardian pause the cage', byGuardian)] : []),
    ],
  }
}

const isTimeout = (cause: unknown) => cause instanceof ToolError && cause.code === 'SIGNER_TIMED_OUT'

const outcomeOf = async (body: () => Promise<void>): Promise<PromiseSettledResult<void>> =>
  (await Promise.allSettled([body()]))[0]

function unwrap<T>(settled: PromiseSettledResult<T>): T {
  if (settled.status === 'rejected') throw settled.reason
  return settled.value
}

/** Wait until one of some transactions is mined, as any way shows it. */
async function waitForAny(deps: HaltPauseDeps, hashes: readonly Hex[]): Promise<void> {
  let failure: unknown
  for (const hash of hashes) {
    for (const route of deps.routes) {
      try {
        await waitForHalt(route, hash, deps)
        return
      } catch (cause) {
        failure = cause
      }
    }
  }
  throw failure
}

/** Sign the pause for each nonce that anybody knows, as soon as it is known, and send it by every way. */
async function sendByOperator(deps: HaltPauseDeps): Promise<readonly Hex[]> {
  const { routes, signer, clock, policy, account, events, note } = deps
  if (signer === undefined) throw new ToolError('WALLET_NOT_CONFIGURED', {})
  const sendings = new Map<number, Promise<readonly Hex[]>>()
  const sendAt = (nonce: number) => {
    const known = sendings.get(nonce)
    if (known) return known
    const sending = sendForHalt(
      { chainId: policy.chainId, signer, clock, broadcasters: routes.map(({ broadcaster }) => broadcaster) },
      {
        to: account,
        data: PAUSE_CALL,
        gasLimit: PAUSE_GAS,
        nonce,
        fees: pauseFees(policy),
        onSigned(raw, hash) {
          note('halt-signed', { item: 'pause', raw, hash })
          events.emit({ kind: 'tx:sent', hash, nonce })
        },
      },
    )
    sendings.set(nonce, sending)
    return sending
  }
  const known = deps.knownNonce()
  const tried = await Promise.allSettled([
    ...(known === undefined ? [] : [sendAt(known)]),
    ...routes.map(async (route) =>
      sendAt(await inTime(clock, readHaltNonce(route, signer.address), 'the nonce')),
    ),
  ])
  // In the order of those who told a nonce: which of them was first decides nothing.
  const hashes = new Set(tried.flatMap((one) => (one.status === 'fulfilled' ? one.value : [])))
  if (hashes.size > 0) return [...hashes]
  throw tried.find((one) => one.status === 'rejected')?.reason
}

async function askForPause({ guardian, policy, account, clock }: HaltPauseDeps): Promise<PauseAnswer> {
  if (guardian === undefined) throw new ToolError('GUARDIAN_UNREACHABLE', { reason: 'there is none' })
  const tooLate = () => new Error(`no answer within ${GUARDIAN_TIMEOUT_MS} ms`)
  try {
    const answer = guardian.pause({ chainId: policy.chainId, account })
    return await within(clock, GUARDIAN_TIMEOUT_MS, answer, tooLate)
  } catch (cause) {
    throw new ToolError('GUARDIAN_UNREACHABLE', { reason: describeCause(cause) }, { cause })
  }
}
