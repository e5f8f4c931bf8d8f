import { ModuleRejected } from './byte-reader.ts'
import {
  ENTRY_EXPORT,
  FUEL_EXPORT,
  HOST_MODULE,
  type HostFunctionName,
  MEMORY_EXPORT,
  STACK_EXPORT,
} from './host-functions.ts'
import { BYTES_PER_FUEL, HOST_CALL_FUEL, PAGE_BYTES, type SandboxLimits } from './limits.ts'
import { ImportRejected, meterModule } from './meter-module.ts'

/** What came of running a module. Same module, input and limits give the same outcome, its fuel included. */
export type ModuleOutcome =
  | {
      readonly kind: 'done'
      readonly output: Uint8Array
      readonly log: Uint8Array
      readonly fuelUsed: number
    }
  | { readonly kind: 'import-rejected'; readonly names: readonly string[] }
  | { readonly kind: 'rejected'; readonly problem: string }
  | { readonly kind: 'out-of-fuel'; readonly fuelUsed: number }
  | { readonly kind: 'bad-pointer'; readonly place: string; readonly fuelUsed: number }
  | { readonly kind: 'output-too-large'; readonly fuelUsed: number }
  | { readonly kind: 'trap'; readonly reason: string; readonly fuelUsed: number }

/** One run of a module. */
export interface ModuleJob {
  readonly module: Uint8Array<ArrayBuffer>
  readonly input: Uint8Array
  readonly limits: SandboxLimits
}

/** Ends the module from within a host function. */
class HostTrap extends Error {
  readonly outcome:
    | { kind: 'out-of-fuel' }
    | { kind: 'bad-pointer'; place: string }
    | { kind: 'output-too-large' }

  constructor(outcome: HostTrap['outcome']) {
    super(outcome.kind)
    this.outcome = outcome
  }
}

/**
 * Meter, compile and run a module.
 *
 * It blocks until the module ends by itself or runs out of fuel, so call it on a thread that can be ended.
 */
export function runModule({ module, input, limits }: ModuleJob): ModuleOutcome {
  let metered: ReturnType<typeof meterModule>
  try {
    metered = meterModule(module, limits)
  } catch (cause) {
    if (cause instanceof ImportRejected) return { kind: 'import-rejected', names: cause.names }
    if (cause instanceof ModuleRejected) return { kind: 'rejected', problem: cause.message }
    throw cause
  }

  const output = createSink(limits.outputBytes)
  const log = createSink(limits.logBytes)
  const charge = (units: number) => {
    fuel.value -= BigInt(units)
    if (fuel.value < 0n) throw new HostTrap({ kind: 'out-of-fuel' })
  }
  /** Charge a call of the host and look at the module's memory. Calls through the table end up here too. */
  const view = (place: HostFunctionName, pointer: number, length: number) => {
    charge(HOST_CALL_FUEL)
    if (pointer + length > memory.buffer.byteLength) throw new HostTrap({ kind: 'bad-pointer', place })
    charge(Math.floor(length / BYTES_PER_FUEL))
    return new Uint8Array(memory.buffer, pointer, length)
  }
  const host: Record<HostFunctionName, (...args: number[]) => unknown> = {
    input_size() {
      charge(HOST_CALL_FUEL)
      return input.length
    },
    read_input(...args) {
      const [pointer = 0, offset = 0, length = 0] = args.map(toUnsigned)
      const target = view('read_input', pointer, length)
      if (offset + length > input.length) throw new HostTrap({ kind: 'bad-pointer', place: 'read_input' })
      target.set(input.subarray(offset, offset + length))
    },
    write_output(...args) {
      const [pointer = 0, length = 0] = args.map(toUnsigned)
      if (!output.append(view('write_output', pointer, length))) {
        throw new HostTrap({ kind: 'output-too-large' })
      }
    },
    log(...args) {
      const [pointer = 0, length = 0] = args.map(toUnsigned)
      log.append(view('log', pointer, length))
    },
  }

  let instance: WebAssembly.Instance
  try {
    instance = new WebAssembly.Instance(new WebAssembly.Module(metered.bytes), { [HOST_MODULE]: host })
  } catch (cause) {
    // A data or element segment that does not fit.
    if (cause instanceof WebAssembly.RuntimeError) {
      return { kind: 'trap', reason: cause.message, fuelUsed: 0 }
    }
    throw cause
  }
  const fuel = instance.exports[FUEL_EXPORT] as WebAssembly.Global<bigint>
  const stack = instance.exports[STACK_EXPORT] as WebAssembly.Global<number>
  const memory = instance.exports[MEMORY_EXPORT] as WebAssembly.Memory
  fuel.value = BigInt(limits.fuel)
  // What ran out of fuel used all of it, whatever the last charge asked for.
  const readFuelUsed = () => Math.min(limits.fuel, limits.fuel - Number(fuel.value))

  try {
    charge((metered.initialPages * PAGE_BYTES) / BYTES_PER_FUEL)
    ;(instance.exports[ENTRY_EXPORT] as () => void)()
  } catch (cause) {
    const fuelUsed = readFuelUsed()
    if (cause instanceof HostTrap) return { ...cause.outcome, fuelUsed }
    if (!(cause instanceof WebAssembly.RuntimeError)) throw cause
    if (fuel.value < 0n) return { kind: 'out-of-fuel', fuelUsed }
    const reason = stack.value < 0 ? 'its calls nest too deep' : cause.message
    return { kind: 'trap', reason, fuelUsed }
  }
  return { kind: 'done', output: output.read(), log: log.read(), fuelUsed: readFuelUsed() }
}

const toUnsigned = (value: number) => value >>> 0

/** Collect bytes up to a limit; what does not fit as a whole is refused. */
function createSink(limitBytes: number) {
  const bytes = new Uint8Array(limitBytes)
  let length = 0
  return {
    append(chunk: Uint8Array): boolean {
      if (length + chunk.length > limitBytes) return false
      bytes.set(chunk, length)
      length += chunk.length
      return true
    },
    read: () => bytes.slice(0, length),
  }
}
