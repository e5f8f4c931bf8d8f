import { createHash } from 'node:crypto'
import type { Command } from './backend.ts'
import { workspaceError } from './workspace-errors.ts'

/** The variable that marks what a command started. */
export const MARKER = 'ASSAY_WORKSPACE_RUN'

/**
 * Give the value of the limit that marks what a command started as well: RLIMIT_LOCKS, which Linux has kept to nothing of since
 * 2.4.25 (getrlimit(2)). It outlasts what a variable does not: an environment that is cleared, a program of another user.
 */
export const markLimit = (id: string): string =>
  String(createHash('sha256').update(id).digest().readBigUInt64BE() >> 2n)

/** Whether `/proc/<pid>/limits` shows that limit. */
export const hasLimit = (limits: string, limit: string): boolean => limits.includes(` ${limit} `)

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
