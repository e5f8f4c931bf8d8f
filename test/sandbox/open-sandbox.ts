import { setRealTimer } from '../../harness/cli/real-timer.ts'
import { ToolError } from '../../tools/core/errors.ts'
import { type AssayEvent, createEventBus } from '../../tools/core/events.ts'
import { sha256Bytes } from '../../tools/core/sha256.ts'
import { DEFAULT_LIMITS, type SandboxLimits } from '../../tools/sandbox/limits.ts'
import { runModule } from '../../tools/sandbox/run-module.ts'
import { createSandbox, type SandboxAnswer } from '../../tools/sandbox/sandbox.ts'

/** How a call ended, as it can be compared with another one. */
export interface Ending {
  readonly code: string
  readonly fuelUsed: number
  readonly answer?: SandboxAnswer
  readonly error?: ToolError
}

/** A sandbox with the events that it raised. */
export function openSandbox(limits: Partial<SandboxLimits> = {}) {
  const bus = createEventBus()
  const events: AssayEvent[] = []
  bus.subscribe((event) => events.push(event))
  // What a limit other than the wall clock ends must not depend on how busy the machine is.
  const sandbox = createSandbox({
    events: bus,
    setTimer: setRealTimer,
    limits: { wallClockMs: 30_000, ...limits },
  })
  const end = async (module: Uint8Array, input: unknown = {}, signal?: AbortSignal): Promise<Ending> => {
    const call = { tool: 'test_untrusted', module, moduleSha256: sha256Bytes(module), input }
    const outcome = await sandbox.run({ ...call, ...(signal ? { signal } : {}) }).then(
      (answer) => ({ answer }),
      (error: unknown) => {
        if (error instanceof ToolError) return { error }
        throw error
      },
    )
    const last = events.at(-1)
    if (last?.kind !== 'WasmToolComplete') throw new Error('no event of completion')
    return { code: last.outcome, fuelUsed: last.fuel_used, ...outcome }
  }
  return { sandbox, events, end }
}

/** The stack of this thread is not the sandbox's. */
const HERE_STACK_SLOTS = 20_000

/** Run a module on this thread, for what needs no isolation; its output is read as text. */
export function runHere(module: Uint8Array<ArrayBuffer>, input = '{}', limits: Partial<SandboxLimits> = {}) {
  const outcome = runModule({
    module,
    input: new TextEncoder().encode(input),
    limits: { ...DEFAULT_LIMITS, stackSlots: HERE_STACK_SLOTS, ...limits },
  })
  return outcome.kind === 'done' ? { ...outcome, output: new TextDecoder().decode(outcome.output) } : outcome
}
