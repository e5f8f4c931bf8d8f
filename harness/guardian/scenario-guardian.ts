import type { Hex } from 'viem'
import type { Clock } from '../../tools/core/clock.ts'
import { createGuardianClient, type EmergencyGuardian } from '../../tools/safety/guardian/guardian-client.ts'
import type { RpcClient } from '../chain/rpc-client.ts'
import { HarnessError } from '../errors.ts'
import { exchangeOverSocket } from './exchange-line.ts'
import type { GuardianHost } from './guardian-host.ts'
import type { GuardianMode } from './guardian-mode.ts'
import { createGuardianSeat } from './guardian-seat.ts'
import type { GuardianSetup } from './messages.ts'
import { createSpoiltExchange } from './spoilt-exchange.ts'

/** A guardian for one scenario, as the agent's side sees it. */
export interface ScenarioGuardian {
  /** Undefined when there is none. */
  readonly guardian: EmergencyGuardian | undefined
  /**
   * Let it behave otherwise from now on.
   *
   * @throws HarnessError STEP_IMPOSSIBLE where the stack was assembled without a guardian
   */
  setMode(mode: GuardianMode): void
  /** Let it look at the cage, as it does by a timer of its own elsewhere; whether it sent something that is to be mined. */
  look(): Promise<boolean>
  /**
   * Throw what kept the harness from playing the guardian: that is no denial, whatever the stack made of it.
   *
   * @throws HarnessError
   */
  assertPlayed(): void
  /** Leave the process as the next scenario wants it. */
  close(): void
}

/** What a scenario's guardian is made of. */
export interface ScenarioGuardianOptions {
  readonly mode: GuardianMode
  readonly host: GuardianHost
  readonly setup: Omit<GuardianSetup, 'ledgerPath'>
  /** The guardian's way to its node, which is directly at the set-up's path without it. */
  readonly nodeRpc?: Pick<RpcClient, 'request'>
  /** A key that is no guardian, for the mode `wrong-key`. */
  readonly strangerKey: Hex
  readonly setTimer: Clock['setTimer']
  /** Runs what the harness itself needs time for without any timer running out. */
  readonly holdTimers: <T>(work: Promise<T>) => Promise<T>
}

/** How a guardian behaves that does nothing by itself. */
const IDLE_MODES: readonly GuardianMode[] = ['off', 'down', 'hung', 'killed']

/**
 * Put a guardian process behind a client, with the fault that a mode asks for on the way or in the process.
 *
 * The process is started and set up at the first review. What a fault comes to never depends on time: where a guardian
 * hangs or is slow, the client's time is up when it has asked, or before it gets the answer.
 */
export function createScenarioGuardian(options: ScenarioGuardianOptions): ScenarioGuardian {
  const { setup } = options
  let { mode } = options
  const seat = createGuardianSeat(options, () => mode)
  let expire = () => {}
  const exchange = createSpoiltExchange(
    options,
    () => mode,
    seat.reach,
    () => expire(),
  )
  const setTimer: Clock['setTimer'] = (delayMs, callback) => {
    if (mode !== 'hung' && mode !== 'slow') return options.setTimer(delayMs, callback)
    expire = callback
    return () => undefined
  }
  // Stopped, it could not be set up again; one whose request was given up before it was killed is stopped as well.
  const leave = () => {
    if (mode === 'hung' || mode === 'killed') seat.vacate()
  }
  const isThere = mode !== 'off'
  const timeoutMs = setup.policy.guardianTimeoutMs
  // What it does by itself none of the faults on the agent's way to it touches.
  const itself = createGuardianClient({
    exchange: async (line, signal) => exchangeOverSocket((await seat.reach()).socketPath)(line, signal),
    setTimer: options.setTimer,
    timeoutMs,
  })
  return {
    guardian: isThere ? createGuardianClient({ exchange, setTimer, timeoutMs }) : undefined,
    async look() {
      if (IDLE_MODES.includes(mode)) return false
      const cage = { chainId: setup.policy.chainId, account: setup.account }
      const answer = await itself.look(cage).catch((cause: unknown) => {
        if (seat.failure) throw seat.failure.cause
        return { refused: String(cause) }
      })
      return 'sent' in answer
    },
    setMode(next) {
      if (!isThere || next === 'off') {
        throw new HarnessError('STEP_IMPOSSIBLE', 'a guardian neither comes nor goes while the stack runs', {
          expected: 'a scenario that starts with a guardian, and one of its other behaviours',
          found: isThere ? next : 'guardian: off',
          hint: 'start with guardian: on; guardian: down is one that cannot be reached',
        })
      }
      leave()
      mode = next
    },
    assertPlayed() {
      if (seat.failure) throw seat.failure.cause
    },
    close: leave,
  }
}
