import { randomUUID } from 'node:crypto'
import {
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { installCleanup } from '../../harness/chain/install-cleanup.ts'
import { isRunning, reapOrphans, recordProcess } from '../../harness/chain/process-ledger.ts'
import type { BridgeFiles } from '../../tools/gateway/bridge/tool-bridge.ts'

/** The folder of one running gateway. */
export interface StateFolder {
  readonly files: BridgeFiles
  /** Note an agent, which the next gateway ends if this one cannot; the returned function strikes it out again. */
  recordAgent(pid: number): () => void
  /** Give it back. */
  release(): void
}

const OWNER = 'gateway.pid'

/**
 * Take a folder for one gateway. Agents run what is generated there, so that nobody else may write to it. Agents of an
 * earlier gateway that was killed are ended, with all that they started.
 *
 * @throws Error when another gateway that runs has it, or it belongs to another user
 */
export function takeStateFolder(folder: string): StateFolder {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const found = lstatSync(folder)
  if (!found.isDirectory() || found.uid !== process.getuid?.()) {
    throw new Error(`${folder} is no folder of this user; name another one under gateway.state`)
  }
  chmodSync(folder, 0o700)
  const owner = join(folder, OWNER)
  if (!tryClaim(owner)) takeOver(owner)
  reapOrphans(folder)
  // A start that is cut short has nobody who gives the folder back.
  const stopCleanup = installCleanup(folder, { signals: false })
  const release = () => {
    process.off('exit', release)
    stopCleanup()
    rmSync(owner, { force: true })
  }
  process.on('exit', release)
  const pathOf = (name: string) => join(folder, name)
  return {
    release,
    recordAgent: (pid) => recordProcess(folder, { pid }),
    files: {
      pathOf,
      list: () => readdirSync(folder),
      read: (name) => readFileSync(pathOf(name), 'utf8'),
      write(name, text) {
        // What an earlier one left is replaced as a whole, whoever it belongs to and whatever it links to.
        rmSync(pathOf(name), { force: true })
        writeFileSync(pathOf(name), text, { flag: 'wx', mode: 0o600 })
        return pathOf(name)
      },
      remove: (name) => rmSync(pathOf(name), { force: true }),
    },
  }
}

/** Claim a name for this process, with its pid in it from the first moment on; answers whether nobody had it. */
function tryClaim(owner: string): boolean {
  const draft = writeDraft(owner)
  try {
    linkSync(draft, owner)
    return true
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw cause
  } finally {
    rmSync(draft, { force: true })
  }
}

/**
 * Take the claim of a gateway that does not run any more. Of several that do so at once one goes on: whoever has the claim to
 * this very claim, and still finds it.
 *
 * @throws Error when its gateway runs, or another one takes it
 */
function takeOver(owner: string): void {
  const pid = readFileSync(owner, 'utf8')
  if (isRunning(Number(pid))) {
    throw new Error(
      `${dirname(owner)} is that of a gateway that runs (pid ${pid}); name another one under gateway.state, or remove ${owner} if this is none`,
    )
  }
  const heir = `${owner}.after-${Number(pid)}`
  const taken = () =>
    new Error(`${dirname(owner)} is taken by another gateway; start again, or remove ${heir} if none starts`)
  if (!tryClaim(heir)) throw taken()
  try {
    if (readFileSync(owner, 'utf8') !== pid) throw taken()
    renameSync(writeDraft(owner), owner)
  } finally {
    rmSync(heir)
  }
}

function writeDraft(owner: string): string {
  const draft = `${owner}.${randomUUID()}`
  writeFileSync(draft, String(process.pid), { flag: 'wx', mode: 0o600 })
  return draft
}
