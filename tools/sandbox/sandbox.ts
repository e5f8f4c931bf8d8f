import type { Hex } from 'viem'
import type { Clock } from '../core/clock.ts'
import { ToolError } from '../core/errors.ts'
import type { EventBus } from '../core/events.ts'
import { type Json, toCanonicalJson } from '../core/json.ts'
import { toToolError } from '../core/runner.ts'
import { sha256Bytes } from '../core/sha256.ts'
import { DEFAULT_LIMITS, type SandboxLimits } from './limits.ts'
import { OutputRejected, parseOutput } from './parse-output.ts'
import { runInThread, type ThreadOutcome } from './run-in-thread.ts'

/** One call of an untrusted module. */
export interface SandboxCall {
  readonly tool: string
  readonly module: Uint8Array
  /** The hash that the module was approved with. */
  readonly moduleSha256: Hex
  readonly input: unknown
  readonly signal?: AbortSignal
}

/** What a module answered: parsed, but not trusted. */
export interface SandboxAnswer {
  readonly output: Json
  readonly log: string
  readonly fuelUsed: number
}

/** Runs untrusted modules. */
export interface Sandbox {
  /** Run a module within the limits. @throws ToolError of the layer `sandbox` */
  run(call: SandboxCall): Promise<SandboxAnswer>
}

/** Create a sandbox. */
export function createSandbox(deps: {
  readonly events: EventBus
  readonly setTimer: Clock['setTimer']
  readonly limits?: Partial<SandboxLimits>
}): Sandbox {
  const { events } = deps
  const limits = { ...DEFAULT_LIMITS, ...deps.limits }

  return {
    async run(call) {
      const { tool } = call
      events.emit({
        kind: 'WasmToolStart',
        tool_name: tool,
        module_sha256: call.moduleSha256,
        fuel_limit: limits.fuel,
      })
      let fuelUsed = 0
      let outcome = 'ok'
      try {
        // A copy: memory that threads share could change between the check and the run.
        const module = Uint8Array.from(call.module)
        const input = new TextEncoder().encode(toCanonicalJson(call.input))
        checkSize(tool, 'its module', module, limits.moduleBytes)
        checkSize(tool, 'its input', input, limits.inputBytes)
        const found = sha256Bytes(module)
        if (found !== call.moduleSha256) {
          throw new ToolError('SANDBOX_MODULE_CHANGED', { tool, found, expected: call.moduleSha256 })
        }
        const ended = await runInThread({ module, input, limits }, deps.setTimer, call.signal)
        if ('fuelUsed' in ended) fuelUsed = ended.fuelUsed
        return readAnswer(tool, ended, limits)
      } catch (cause) {
        const error = toToolError(tool, cause)
        outcome = error.code
        throw error
      } finally {
        events.emit({ kind: 'WasmToolComplete', tool_name: tool, outcome, fuel_used: fuelUsed })
      }
    },
  }
}

function checkSize(tool: string, subject: string, bytes: Uint8Array, limitBytes: number): void {
  if (bytes.length > limitBytes) {
    throw new ToolError('SANDBOX_TOO_LARGE', { tool, subject, found: bytes.length, expected: limitBytes })
  }
}

function readAnswer(tool: string, ended: ThreadOutcome, limits: SandboxLimits): SandboxAnswer {
  switch (ended.kind) {
    case 'done':
      return { output: readOutput(tool, ended.output), log: decodeLog(ended.log), fuelUsed: ended.fuelUsed }
    case 'import-rejected':
      throw new ToolError('SANDBOX_IMPORT_NOT_ALLOWED', { tool, imports: ended.names.join(', ') })
    case 'rejected':
      throw new ToolError('SANDBOX_MODULE_REJECTED', { tool, problem: ended.problem })
    case 'out-of-fuel':
      throw new ToolError('SANDBOX_FUEL_EXHAUSTED', { tool, expected: limits.fuel })
    case 'bad-pointer':
      throw new ToolError('SANDBOX_POINTER_OUT_OF_RANGE', { tool, place: ended.place })
    case 'output-too-large':
      throw new ToolError('SANDBOX_TOO_LARGE', {
        tool,
        subject: 'its output',
        found: 'more',
        expected: limits.outputBytes,
      })
    case 'trap':
      throw new ToolError('SANDBOX_TRAPPED', { tool, reason: ended.reason })
    case 'timed-out':
      throw new ToolError('SANDBOX_TIMED_OUT', { tool, expected: limits.wallClockMs })
    case 'aborted':
      throw new ToolError('SANDBOX_FAILED', { tool, reason: 'the caller gave up' })
    case 'died':
      throw new ToolError('SANDBOX_FAILED', { tool, reason: ended.reason })
  }
}

function readOutput(tool: string, bytes: Uint8Array): Json {
  try {
    return parseOutput(bytes)
  } catch (cause) {
    if (!(cause instanceof OutputRejected)) throw cause
    throw new ToolError('SANDBOX_OUTPUT_REJECTED', { tool, problem: cause.message }, { cause })
  }
}

const decodeLog = (bytes: Uint8Array) => new TextDecoder().decode(bytes)
