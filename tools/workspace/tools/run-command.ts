import { ToolError } from '../../core/errors.ts'
import type { Command } from '../backend.ts'
import { errorBlock, textBlock } from '../content-block.ts'
import { workspaceError } from '../workspace-errors.ts'
import {
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
  { maxReadBytes, timeoutMs }: Pick<Limits, 'maxReadBytes' | 'timeoutMs'>,
): Promise<ToolAnswer> {
  const output = createOutput(maxReadBytes)
  const decoders = { stdout: new TextDecoder(), stderr: new TextDecoder() }
  const late = () => workspaceError('COMMAND_TIMED_OUT', { expected: timeoutMs })
  const written = () => {
    const text = output.read()
    return text === '' ? [] : [textBlock(text)]
  }
  try {
    const { exitCode } = await withDeadline(options, { timeoutMs, late }, call, (signal) =>
      options.backend.exec.run(
        command,
        (chunk) => {
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
  }
}
