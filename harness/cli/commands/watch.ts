import { type FSWatcher, statSync, watch as watchPath } from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { EXIT_CODES } from '../exit-codes.ts'
import { findNamed } from '../find-named.ts'
import type { CliIo } from '../io.ts'
import { PROJECT_ROOT, RUNS_DIR } from '../paths.ts'

/** Folders of which a run loads something. */
const LOADED = ['scenarios', 'tools', 'harness', 'reports', 'bin'].map((folder) => join(PROJECT_ROOT, folder))

/** Files beside them on which a run depends. */
const SETTINGS = ['package-lock.json', 'foundry.toml'].map((file) => join(PROJECT_ROOT, file))

/** What editors and runs write beside sources is none. */
const SOURCE = /\.(m?ts|m?js|css|json|toml|ya?ml|sol)$/

/** How long things have to be quiet before a run starts. */
const QUIET_MS = 150

/**
 * Run, then run again whenever something changes that a run loads, until Ctrl-C. What is saved during a run starts
 * the next one.
 *
 * Every run is a process of its own, so that changed modules are loaded anew.
 */
export async function watch(
  paths: readonly string[],
  argv: readonly string[],
  out = RUNS_DIR,
  io: CliIo,
): Promise<number> {
  let changes = 0
  let notify = () => {}
  const words = argv.map((word) => (word === '--watch' ? '--no-watch' : word))
  const watchers = watchAll(paths, out, () => {
    changes += 1
    notify()
  })
  io.signal.addEventListener('abort', () => notify())
  const nextEvent = () =>
    new Promise<void>((resolve) => {
      notify = resolve
    })
  try {
    while (!io.signal.aborted) {
      const before = changes
      await runOnce(words, io.signal)
      if (io.signal.aborted) break
      if (changes === before) {
        io.progress('waiting for a change; Ctrl-C ends')
        await nextEvent()
      }
      for (let quiet = -1; quiet !== changes && !io.signal.aborted; ) {
        quiet = changes
        await Promise.race([nextEvent(), new Promise((wake) => setTimeout(wake, QUIET_MS))])
      }
    }
  } finally {
    for (const watcher of watchers) watcher.close()
  }
  return EXIT_CODES.pass
}

/** Watch folders with all that is in them, and files through their folders, since editors replace files. */
function watchAll(paths: readonly string[], out: string, onChange: () => void): FSWatcher[] {
  const folders = new Set(LOADED)
  const files = new Set(SETTINGS)
  for (const path of paths.map((each) => resolve(each))) {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) folders.add(path)
  }
  for (const file of findNamed(paths, process.cwd()).files) files.add(file)
  const isInside = (path: string, folder: string) => path.startsWith(folder + sep)
  const alone = [...files].filter((file) => ![...folders].some((folder) => isInside(file, folder)))
  const byFolder = Map.groupBy(alone, dirname)
  return [
    ...[...folders].map((folder) =>
      watchPath(folder, { recursive: true }, (_, name) => {
        const path = join(folder, name ?? '')
        if (SOURCE.test(path) && !isInside(path, out)) onChange()
      }),
    ),
    ...[...byFolder].map(([folder, names]) => {
      const known = new Set(names.map((file) => basename(file)))
      return watchPath(folder, (_, name) => {
        if (name !== null && known.has(name)) onChange()
      })
    }),
  ]
}

/** Run to the end; Ctrl-C is passed on, and a watch that ends at once takes the run with it. */
async function runOnce(words: readonly string[], signal: AbortSignal): Promise<void> {
  const { spawn } = await import('node:child_process')
  const launcher = join(PROJECT_ROOT, 'bin/assay.mjs')
  const child = spawn(process.execPath, [launcher, ...words], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    detached: true,
  })
  const interrupt = () => child.kill('SIGINT')
  signal.addEventListener('abort', interrupt)
  await new Promise((ended) => {
    child.once('exit', ended)
    child.once('error', ended)
  })
  signal.removeEventListener('abort', interrupt)
}
