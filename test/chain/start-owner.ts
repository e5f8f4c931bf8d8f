import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** A process that started an anvil. */
export interface Owner {
  readonly child: ChildProcess
  readonly anvilPid: number
  /** Resolves with [exit code, signal]. */
  readonly ended: Promise<unknown[]>
}

/** Start `owner.ts` in a mode of its own and wait for its anvil. */
export async function startOwner(stateDir: string, mode: string): Promise<Owner> {
  const script = fileURLToPath(new URL('owner.ts', import.meta.url))
  const child = spawn(process.execPath, [script, stateDir, mode], { stdio: ['pipe', 'pipe', 'ignore'] })
  const ended = once(child, 'exit')
  const [data] = (await once(child.stdout, 'data')) as [Buffer]
  return { child, anvilPid: Number(data.toString()), ended }
}

/** Whether a process runs; one that ended but was not waited for does not. */
export function isRunning(pid: number): boolean {
  if (!existsSync(`/proc/${pid}/stat`)) return false
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
