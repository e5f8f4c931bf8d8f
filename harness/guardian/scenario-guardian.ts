import type { Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { Clock } from '../../tools/core/clock.ts'
import { hashGuardianRequest } from '../../tools/safety/guardian/guardian.ts'
import {
  createGuardianClient,
  type EmergencyGuardian,
  type ExchangeLine,
} from '../../tools/safety/guardian/guardian-client.ts'
import { decodeGuardianLine, encodeGuardianAnswer } from '../../tools/safety/guardian/guardian-wire.ts'
import type { RpcClient } from '../chain/rpc-client.ts'
import { HarnessError } from '../errors.ts'
import { exchangeOverSocket } from './exchange-line.ts'
import type { GuardianHost, GuardianProcess } from './guardian-host.ts'
import type { GuardianSetup } from './messages.ts'

/** How the guardian of a scenario behaves; one that `signs-all` was taken over and judges nothing. */
export type GuardianMode =
  | 'on'
  | 'off'
  | 'down'
  | 'refuses'
  | 'wrong-key'
  | 'other-bytes'
  | 'slow'
  | 'hung'
  | 'garbage'
  | 'killed'
  | 'signs-all'

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

/** How a guardian behaves that does nothing by itself. */
const IDLE_MODES: readonly GuardianMode[] = ['off', 'down', 'hung', 'killed']

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
  /** Runs what the harness itself needs time for without anybody's timers running out. */
  readonly holdTimers: <T>(work: Promise<T>) => Promise<T>
}

/**
 * Put a guardian process behind a client, with the fault that a mode asks for on the way or in the process.
 *
 * The process is started and set up at the first review. What a fault comes to never depends on time: where a guardian
 * hangs or is slow, the client's time is up when it has asked, or before it gets the answer.
 */
export function createScenarioGuardian(options: ScenarioGuardianOptions): ScenarioGuardian {
  const { host, setup } = options
  let { mode } = options
  const ledgerPath = host.newLedgerPath()
  let current: GuardianProcess | undefined
  let currentRole: 'itself' | GuardianMode | undefined
  let failure: { readonly cause: unknown } | undefined
  let expire = () => {}
  const prepare = async () => {
    const found = await host.get()
    const role = mode === 'wrong-key' || mode === 'refuses' ? mode : 'itself'
    if (found === current && role === currentRole) return found
    const limits = { ...setup.policy.limits, perTransactionUsdc: 0n }
    await found.setUp({
      ...setup,
      // Another key signs on another's account.
      ledgerPath: role === 'wrong-key' ? `${ledgerPath}-${role}` : ledgerPath,
      ...(options.nodeRpc ? { nodePath: await host.serveNode(options.nodeRpc) } : {}),
      ...(role === 'wrong-key' ? { privateKey: options.strangerKey } : {}),
      ...(role === 'refuses' ? { policy: { ...setup.policy, limits } } : {}),
    })
    current = found
    currentRole = role
    return found
  }
  let preparing: Promise<GuardianProcess> | undefined
  /** One after the other: a second set-up would take away what the first review needs. */
  const ready = () => {
    preparing = (preparing ?? Promise.resolve()).then(prepare, prepare)
    return preparing
  }
  const reach = () =>
    options.holdTimers(ready()).catch((cause: unknown) => {
      failure = { cause }
      throw cause
    })
  const exchange: ExchangeLine = async (line, signal) => {
    if (mode === 'down') return exchangeOverSocket(host.emptyPath)(line, signal)
    const guardian = await reach()
    const ask = (asked = line) => exchangeOverSocket(guardian.socketPath)(asked, signal)
    switch (mode) {
      case 'other-bytes':
        return ask(spoil(line))
      case 'garbage':
        return (await ask()).slice(0, 20)
      case 'slow': {
        const answer = await ask()
        expire()
        return answer
      }
      case 'hung':
        guardian.pause()
        return exchangeOverSocket(guardian.socketPath, () => expire())(line, signal)
      case 'killed':
        guardian.pause()
        return exchangeOverSocket(guardian.socketPath, () => void guardian.kill())(line, signal)
      case 'signs-all': {
        const asked = decodeGuardianLine(line)
        if ('pause' in asked || 'look' in asked) return ask()
        const hash = hashGuardianRequest(asked)
        return encodeGuardianAnswer({ signature: await privateKeyToAccount(setup.privateKey).sign({ hash }) })
      }
      default:
        return ask()
    }
  }
  const setTimer: Clock['setTimer'] = (delayMs, callback) => {
    if (mode !== 'hung' && mode !== 'slow') return options.setTimer(delayMs, callback)
    expire = callback
    return () => undefined
  }
  // Stopped, it could not be set up again; one whose request was given up before it was killed is stopped as well.
  const leave = () => void ((mode === 'hung' || mode === 'killed') && current?.kill())
  const isThere = mode !== 'off'
  const timeoutMs = setup.policy.guardianTimeoutMs
  // What it does by itself none of the faults on the agent's way to it touches.
  const itself = createGuardianClient({
    exchange: async (line, signal) => exchangeOverSocket((await reach()).socketPath)(line, signal),
    setTimer: options.setTimer,
    timeoutMs,
  })
  return {
    guardian: isThere ? createGuardianClient({ exchange, setTimer, timeoutMs }) : undefined,
    async look() {
      if (IDLE_MODES.includes(mode)) return false
      const cage = { chainId: setup.policy.chainId, account: setup.account }
      const answer = await itself.look(cage).catch((cause: unknown) => {
        if (failure) throw failure.cause
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
      if (failure) throw failure.cause
    },
    close: leave,
  }
}

/** Change one bit of what the guardian is asked to sign, or of the account that it is asked to pause. */
function spoil(line: string): string {
  const request = JSON.parse(line) as { permitId: string } | { pause: { account: string } }
  return JSON.stringify(
    'pause' in request
      ? { pause: { ...request.pause, account: flip(request.pause.account.toLowerCase()) } }
      : { ...request, permitId: flip(request.permitId) },
  )
}

const flip = (hex: string) => hex.slice(0, -1) + (Number.parseInt(hex.slice(-1), 16) ^ 1).toString(16)
