import type { Clock } from '../core/clock.ts'
import { ToolError } from '../core/errors.ts'
import { findSchemaProblems, type Static, type TSchema } from '../core/schema.ts'
import type { ToolBackend } from './backend.ts'
import { type ContentBlock, errorBlock, type ToolOutput } from './content-block.ts'
import { workspaceError } from './workspace-errors.ts'

/** What a tool is made with. */
export interface WorkspaceToolOptions {
  readonly backend: ToolBackend
  readonly clock: Pick<Clock, 'wallMs' | 'setTimer'>
  /** Most bytes that one call reads or shows; 512 KiB without. */
  readonly maxReadBytes?: number
  /** Most lines that one call reads; 2 000 without. */
  readonly maxReadLines?: number
  /** How long a call may take unless it says less; 30 s without. */
  readonly bashTimeoutMs?: number
  /** How long a command that is to end may take to be killed; 10 s without. */
  readonly killTimeoutMs?: number
}

/** What a caller may do while a tool works. */
export interface CallOptions {
  readonly signal?: AbortSignal
  /** Sees what a command writes, as it comes. */
  readonly onUpdate?: (block: ContentBlock) => void
}

/** A tool of the workspace, or one that a file defines. */
export interface WorkspaceTool {
  readonly name: string
  readonly description: string
  readonly parameters: TSchema
  /** Whether it changes anything, or may. */
  readonly writes: boolean
  /** Whether it runs commands. */
  readonly runs: boolean
  readonly backend: ToolBackend
  /** Carry out a call; an expected failure is an error block with its code. */
  execute(args: unknown, options?: CallOptions): Promise<ToolOutput>
}

/** What the body of a tool answers. */
export interface ToolAnswer {
  readonly content: readonly ContentBlock[]
  readonly exitCode?: number
}

/** The limits of a tool. */
export interface Limits {
  readonly maxReadBytes: number
  readonly maxReadLines: number
  readonly timeoutMs: number
  readonly killTimeoutMs: number
}

const readLimits = (options: WorkspaceToolOptions): Limits => ({
  maxReadBytes: options.maxReadBytes ?? 512 * 1_024,
  maxReadLines: options.maxReadLines ?? 2_000,
  timeoutMs: options.bashTimeoutMs ?? 30_000,
  killTimeoutMs: options.killTimeoutMs ?? 10_000,
})

/** Define a tool from its schema and what it does; arguments that do not fit the schema never reach it. */
export function defineWorkspaceTool<Input extends TSchema>(
  options: WorkspaceToolOptions,
  tool: Pick<WorkspaceTool, 'name' | 'description' | 'writes' | 'runs'> & {
    readonly parameters: Input
    run(args: Static<Input>, call: CallOptions, limits: Limits): Promise<ToolAnswer>
  },
): WorkspaceTool {
  const { run, ...description } = tool
  const limits = readLimits(options)
  return {
    ...description,
    backend: options.backend,
    async execute(args, call = {}) {
      const start = options.clock.wallMs()
      const finish = ({ content, exitCode }: ToolAnswer): ToolOutput => ({
        content,
        elapsedMs: options.clock.wallMs() - start,
        exitCode: exitCode ?? (content.some(({ kind }) => kind === 'error') ? 1 : 0),
      })
      try {
        const [problem] = findSchemaProblems(tool.parameters, args)
        if (problem) {
          throw workspaceError('ARGUMENT_INVALID', { path: problem.path, problem: problem.message })
        }
        return finish(await run(args as Static<Input>, call, limits))
      } catch (cause) {
        if (!(cause instanceof ToolError)) throw cause
        return finish({ content: [errorBlock(cause)] })
      }
    },
  }
}

/** What bounds the body of a call. */
export interface Bounds {
  readonly timeoutMs: number
  /** The error once the time is over. */
  readonly late: () => ToolError
  /** The error once the caller has stopped it. */
  readonly stopped?: () => ToolError
  /** How long the body may take to end by itself once it is cut short, and the error where it does not; no time without. */
  readonly ending?: { readonly mostMs: number; readonly unended: () => ToolError }
}

/**
 * Do something that has a time limit and may be stopped: whatever it waits for, this ends. What it answers after that is
 * nobody's.
 *
 * @throws ToolError of the bounds, or what the body throws before
 */
export async function withDeadline<T>(
  { clock }: WorkspaceToolOptions,
  { timeoutMs, late, stopped = () => workspaceError('CALL_STOPPED', {}), ending }: Bounds,
  { signal }: CallOptions,
  body: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const expiry = new AbortController()
  const cut = signal ? AbortSignal.any([signal, expiry.signal]) : expiry.signal
  const { promise: givenUp, reject: giveUp } = Promise.withResolvers<never>()
  const explain = () => (expiry.signal.aborted ? late() : stopped())
  const cancels = [clock.setTimer(timeoutMs, () => expiry.abort())]
  const end = () => {
    if (ending) cancels.push(clock.setTimer(ending.mostMs, () => giveUp(ending.unended())))
    else giveUp(explain())
  }
  try {
    if (cut.aborted) throw explain()
    cut.addEventListener('abort', end)
    const result = await Promise.race([body(cut), givenUp])
    if (cut.aborted) throw explain()
    return result
  } catch (cause) {
    if (cause instanceof ToolError || !cut.aborted) throw cause
    throw explain()
  } finally {
    cut.removeEventListener('abort', end)
    for (const cancel of cancels) cancel()
  }
}
