import { type FSWatcher, statSync, type WatchEventType, watch as watchPath } from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { findNamed } from '../find-named.ts'
import { findThere } from '../find-there.ts'
import { endLasting } from '../interrupted.ts'
import type { CliIo } from '../io.ts'
import { PROJECT_ROOT, RUNS_DIR } from '../paths.ts'

/** Folders of which a run loads something. */
const LOADED = ['scenarios', 'tools', 'harness', 'reports', 'bin'].map((folder) => join(PROJECT_ROOT, folder))

/** Files beside them on which a run depends. */
const SETTINGS = ['package-lock.json', 'foundry.toml'].map((file) => join(PROJECT_ROOT, file))

/** What editors and runs write beside sources is none, nor is what they keep hidden there. */
const SOURCE = /^(?!.*(^|\/)\.).*\.(m?ts|m?js|css|json|toml|ya?ml|sol)$/

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
  let isMoved = false
  let notify = () => {}
  const words = argv.map((word) => (word === '--watch' ? '--no-watch' : word))
  const places = listPlaces(paths)
  const open = () =>
    watchAll(places, out, (what) => {
      changes += 1
      isMoved ||= what === 'moved'
      notify()
    })
  let watchers = open()
  io.signal.addEventListener('abort', () => notify())
  const nextEvent = () =>
    new Promise<void>((resolve) => {
      notify = resolve
    })
  try {
    while (!io.signal.aborted) {
      const before = changes
      if (isMoved) {
        isMoved = false
        for (const watcher of watchers) watcher.close()
        watchers = open()
      }
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
  return endLasting(io)
}

/** What is watched. */
interface Places {
  /** With all that is in them. */
  readonly folders: ReadonlySet<string>
  /** Names of files by their folder. */
  readonly files: ReadonlyMap<string, ReadonlySet<string>>
}

function listPlaces(paths: readonly string[]): Places {
  const folders = new Set(LOADED)
  const files = new Set(SETTINGS)
  for (const path of paths.map((each) => resolve(each))) {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) folders.add(path)
  }
  for (const file of findNamed(paths, process.cwd()).files) files.add(file)
  const alone = [...files].filter((file) => ![...folders].some((folder) => isInside(file, folder)))
  const byFolder = Map.groupBy(alone, dirname)
  return {
    folders,
    files: new Map(
      [...byFolder].map(([folder, found]) => [folder, new Set(found.map((file) => basename(file)))]),
    ),
  }
}

const isInside = (path: string, folder: string) => path.startsWith(folder + sep)

/**
 * Watch folders with all that is in them, and files through their folders, since editors replace files. A folder that is moved
 * away or comes back is told, since whatever watched it watches what it was: these watchers are opened anew.
 */
function watchAll(
  { folders, files }: Places,
  out: string,
  onChange: (what: 'changed' | 'moved') => void,
): FSWatcher[] {
  const ways = Map.groupBy([...folders, ...files.keys()].map(findWay), ({ from }) => from)
  return [
    // First: what comes back while the others are opened is not missed.
    ...[...ways].flatMap(([from, leading]) =>
      tryWatch(from, false, (name, event) => {
        if (event === 'rename' && leading.some(({ next }) => next === name)) onChange('moved')
      }),
    ),
    ...[...folders].flatMap((folder) =>
      tryWatch(folder, true, (name) => {
        if (name !== null && SOURCE.test(name) && !isInside(join(folder, name), out)) onChange('changed')
      }),
    ),
    ...[...files].flatMap(([folder, names]) =>
      tryWatch(folder, false, (name) => {
        if (name !== null && names.has(name)) onChange('changed')
      }),
    ),
  ]
}

/** Watch a folder unless it is not there, or what is above one is for others to read: of that nothing is told. */
function tryWatch(
  folder: string,
  recursive: boolean,
  onEvent: (name: string | null, event: WatchEventType) => void,
): FSWatcher[] {
  try {
    return [watchPath(folder, { recursive }, (event, name) => onEvent(name, event))]
  } catch (cause) {
    if (['ENOENT', 'EACCES'].includes((cause as NodeJS.ErrnoException).code ?? '')) return []
    throw cause
  }
}

/** Find the folder that is there above another, and the name in it that leads on to that one. */
function findWay(folder: string): { readonly from: string; readonly next: string | undefined } {
  const { path: from } = findThere(dirname(folder))
  return { from, next: relative(from, folder).split(sep)[0] }
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
