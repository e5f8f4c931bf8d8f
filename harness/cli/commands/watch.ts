import { watch as watchFiles } from 'node:fs'
import { join } from 'node:path'
import { EXIT_CODES } from '../exit-codes.ts'
import type { CliIo } from '../io.ts'
import { PROJECT_ROOT } from '../paths.ts'
import type { RunOptions } from './run.ts'

/** Folders whose changes start a new run. */
const WATCHED = ['scenarios', 'tools', 'harness']

/** How long things have to be quiet before a run starts. */
const QUIET_MS = 150

/**
 * Run, then run again whenever a scenario or the stack changes, until Ctrl-C.
 *
 * Every run is a process of its own, so that changed modules are loaded anew.
 */
export async function watch(paths: readonly string[], options: RunOptions, io: CliIo): Promise<number> {
  const { spawn } = await import('node:child_process')
  const words = Object.entries({ ...options, watch: undefined }).flatMap(([name, value]) => {
    const flag = `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
    if (value === undefined || value === false) return []
    return value === true ? [flag] : [flag, String(value)]
  })
  const runOnce = () =>
    new Promise<void>((resolve) => {
      const child = spawn(
        process.execPath,
        [join(PROJECT_ROOT, 'bin/assay.mjs'), 'run', ...paths, ...words],
        {
          stdio: 'inherit',
        },
      )
      child.once('exit', () => resolve())
    })
  let wake: (() => void) | undefined
  let quiet: NodeJS.Timeout | undefined
  const watchers = WATCHED.map((folder) =>
    watchFiles(join(PROJECT_ROOT, folder), { recursive: true }, (_, file) => {
      if (!/\.(ts|ya?ml|sol)$/.test(file ?? '')) return
      clearTimeout(quiet)
      quiet = setTimeout(() => wake?.(), QUIET_MS)
    }),
  )
  try {
    while (!io.signal.aborted) {
      await runOnce()
      io.progress('waiting for a change; Ctrl-C ends')
      await new Promise<void>((resolve) => {
        wake = resolve
        io.signal.addEventListener('abort', () => resolve(), { once: true })
      })
    }
  } finally {
    for (const watcher of watchers) watcher.close()
  }
  return EXIT_CODES.pass
}
