import type { GuardianProcess } from './guardian-host.ts'
import type { GuardianMode } from './guardian-mode.ts'
import type { ScenarioGuardianOptions } from './scenario-guardian.ts'

/** The place of a scenario's guardian: a process that is set up as its mode asks for. */
export interface GuardianSeat {
  /** Reach the process, started and set up when it is needed first. */
  reach(): Promise<GuardianProcess>
  /** What kept the harness from setting it up. */
  readonly failure: { readonly cause: unknown } | undefined
  /** Kill the process, where there is one. */
  vacate(): void
}

/** Create the seat of a scenario's guardian. */
export function createGuardianSeat(
  options: ScenarioGuardianOptions,
  readMode: () => GuardianMode,
): GuardianSeat {
  const { host, setup } = options
  const ledgerPath = host.newLedgerPath()
  let current: GuardianProcess | undefined
  let currentRole: GuardianMode | 'itself' | undefined
  let failure: GuardianSeat['failure']
  let preparing: Promise<GuardianProcess> | undefined
  const prepare = async () => {
    const found = await host.get()
    const mode = readMode()
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
  /** One after the other: a second set-up would take away what the first review needs. */
  const ready = () => {
    preparing = (preparing ?? Promise.resolve()).then(prepare, prepare)
    return preparing
  }
  return {
    reach: () =>
      options.holdTimers(ready()).catch((cause: unknown) => {
        failure = { cause }
        throw cause
      }),
    get failure() {
      return failure
    },
    vacate: () => void current?.kill(),
  }
}
