import type { Command } from './backend.ts'
import { workspaceError } from './workspace-errors.ts'

/** The variable that marks what a command started. */
export const MARKER = 'ASSAY_WORKSPACE_RUN'

/**
 * Write a command as arguments of `env`, which starts it with these variables and no others: nothing of the environment
 * of the agent, or of a login, reaches it.
 *
 * @param id - marks everything that the command starts
 * @throws ToolError COMMAND_NOT_STARTED for a NUL byte: where it stands an argument would end, and another one begin
 */
export const writeEnvArguments = (
  { program, args, env = {} }: Command,
  folder: string,
  id: string,
): readonly string[] => {
  const written = [
    '-i',
    ...Object.entries({
      PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      HOME: folder,
      LANG: 'C.UTF-8',
      ...env,
      [MARKER]: id,
    }).map(([name, value]) => `${name}=${value}`),
    program,
    ...args,
  ]
  if (written.some((each) => each.includes('\0'))) {
    throw workspaceError('COMMAND_NOT_STARTED', {
      program: JSON.stringify(program),
      reason: 'an argument or a variable has a NUL byte',
    })
  }
  return written
}
