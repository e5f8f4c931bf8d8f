import { ToolError } from '../../core/errors.ts'
import type { Command } from '../backend.ts'
import { errorBlock, textBlock } from '../content-block.ts'
import { workspaceError } from '../workspace-errors.ts'
import {
  type Bounds,
  type CallOptions,
  type Limits,
  type ToolAnswer,
  type WorkspaceToolOptions,
  withDeadline,
} from '../workspace-tool.ts'
import { createOutput } from './collect-output.ts'

/** Run a command within its limits; whatever ends it, what it wrote until then is shown. */
export async function runCommand(
  options: WorkspaceToolOptions,
  command: Command,
  call: CallOptions,
  { maxReadBytes, timeoutMs, killTimeoutMs }: Pick<Limits, 'maxReadBytes' | 'timeoutMs' | 'killTimeoutMs'>,
): Promise<ToolAnswer> {
  const output = createOutput(maxReadBytes)
  const decoders = { stdout: new TextDecoder(), stderr: new TextDecoder() }
  const { backend } = options
  const bounds: Bounds = {
    timeoutMs,
    late: () => workspaceError('COMMAND_TIMED_OUT', { expected: timeoutMs }),
    stopped: () => workspaceError('COMMAND_STOPPED', {}),
    ending: {
      mostMs: killTimeoutMs,
      unended: () => workspaceError('COMMAND_UNENDED', { backend: backend.name, expected: killTimeoutMs }),
    },
  }
  let isOver = false
  const written = () => {
    const text = output.read()
    return text === '' ? [] : [textBlock(text)]
  }
  try {
    const { exitCode } = await withDeadline(options, bounds, call, (signal) =>
      backend.exec.run(
        command,
        (chunk) => {
          if (isOver) throw new Error('nobody takes what it writes any more')
          output.add(chunk)
          const text = decoders[chunk.stream].decode(chunk.bytes, { stream: true })
          if (text !== '') call.onUpdate?.(textBlock(text))
        },
        signal,
      ),
    )
    if (exitCode === 0) return { content: written(), exitCode }
    return {
      content: [...written(), errorBlock(workspaceError('COMMAND_FAILED', { found: exitCode }))],
      exitCode,
    }
  } catch (cause) {
    if (!(cause instanceof ToolError)) throw cause
    return { content: [...written(), errorBlock(cause)] }
  } finally {
    isOver = true
  }
}
