import { Type } from '../../core/schema.ts'
import { defineWorkspaceTool, type WorkspaceToolOptions } from '../workspace-tool.ts'
import { runCommand } from './run-command.ts'

const PARAMETERS = Type.Object(
  {
    command: Type.String({ minLength: 1, pattern: '^[^\\u0000]*$', description: 'what bash is to run' }),
    timeoutMs: Type.Optional(
      Type.Integer({ minimum: 1, description: 'after that it is killed, with all that it started' }),
    ),
  },
  { additionalProperties: false },
)

/** Create `bash`: a command line in the working folder. */
export const createBashTool = (options: WorkspaceToolOptions) =>
  defineWorkspaceTool(options, {
    name: 'bash',
    description:
      'Run a command line with bash in the working folder. Nothing that it starts goes on after it; of long output the end is shown.',
    parameters: PARAMETERS,
    writes: true,
    runs: true,
    run: ({ command, timeoutMs = Number.POSITIVE_INFINITY }, call, limits) =>
      runCommand(options, { program: 'bash', args: ['-c', command] }, call, {
        ...limits,
        timeoutMs: Math.min(timeoutMs, limits.timeoutMs),
      }),
  })
