import type { Address } from 'viem'
import type { Clock } from '../../core/clock.ts'
import { ToolError } from '../../core/errors.ts'
import type { EventBus } from '../../core/events.ts'
import { inTime } from '../../core/in-time.ts'
import type { Sealer } from '../audit/sealer.ts'
import type { SecondProvider } from '../evidence/second-provider.ts'
import type { AccountLease } from '../permit/account-lease.ts'
import type { createDenialLog } from '../permit/denial-log.ts'
import { isStoreFailure, nameStoreFailure } from '../store/store-failure.ts'
import type { CarriedOut, HaltCarrier } from './halt-carrier.ts'

/** Lets denials through, audited and announced, and halts where one shows that more is wrong than one action. */
export interface Denier {
  /** Audit and announce a denial, then let it through. */
  deny(stage: string, subject: unknown, cause: unknown): never
  /** Deny; what went missing without the stack, or was signed without it, is reason enough to stop everything. */
  denyOrHalt(stage: string, subject: unknown, cause: unknown): Promise<never>
  /** Carry a halt out; that the latch is set is sealed as soon as nothing more urgent is left. */
  halt(reason: string): Promise<CarriedOut>
}

/** Create the denier over the log of denials and what carries halts out. */
export function createDenier(deps: {
  readonly events: EventBus
  readonly clock: Pick<Clock, 'setTimer'>
  readonly denials: ReturnType<typeof createDenialLog>
  readonly lease: Pick<AccountLease, 'next'>
  readonly carrier: HaltCarrier
  readonly sealer: Sealer
  readonly secondProvider: Pick<SecondProvider, 'getTransactionCount'> | undefined
  readonly sender: Address
  /** How the operator acts when it is a contract. */
  readonly route?: unknown
}): Denier {
  const { events, clock, denials, lease, carrier, sealer, sender } = deps

  const deny: Denier['deny'] = (stage, subject, cause) => {
    const error = nameStoreFailure(cause)
    if (error instanceof ToolError) {
      const { layer, code } = error
      events.emit({ kind: 'denied', layer, code })
      // A store that failed takes no entry, be it only now; the denial stands all the same.
      try {
        if (code !== 'STORE_FAILED') denials.note({ stage, subject, layer, code })
      } catch (failure) {
        if (!isStoreFailure(failure)) throw failure
      }
    }
    throw error
  }

  /**
   * Whether a denial shows what only a loss that nobody explains or a stolen key brings about. Balances were held against
   * the second provider when they were read; a nonce is now, so that no single node starts a halt.
   *
   * A contract acts under the nonce of its own, which its owners use as they like; the account that relays for it has no
   * authority over the cage. So nothing that is signed without the stack stops it there: the action is denied.
   */
  const isReasonToHalt = async ({ code }: ToolError): Promise<boolean> => {
    if (code === 'UNEXPLAINED_DELTA' || code === 'UNEXPLAINED_UNITS') return true
    if (code !== 'ACCOUNT_FENCED' || deps.route !== undefined) return false
    if (deps.secondProvider === undefined) return true
    const seen = inTime(clock, deps.secondProvider.getTransactionCount({ address: sender }), 'the nonce')
    return (await seen.catch(() => 0)) > (lease.next() ?? 0)
  }

  const sealing = async <T>(carriedOut: Promise<T>): Promise<T> => {
    const done = await carriedOut
    await sealer.seal()
    return done
  }
  const halt: Denier['halt'] = (reason) => sealing(carrier.halt(reason))

  return {
    deny,
    halt,
    async denyOrHalt(stage, subject, cause) {
      if (cause instanceof ToolError) {
        if (cause.code === 'PAUSE_UNEXPLAINED') await sealing(carrier.adopt(cause.shortMessage))
        else if (await isReasonToHalt(cause)) await halt(cause.shortMessage)
        if (cause.code === 'HALTED') await carrier.resume()
      }
      return deny(stage, subject, cause)
    },
  }
}
