import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { digestFiles } from '../world/digest-files.ts'
import { writeAtomically } from '../write-atomically.ts'
import { hashCode } from './hash-code.ts'
import { PROJECT_ROOT } from './paths.ts'

/** Entries by name, as some code found them. */
export interface KeptEntries<Entry> {
  readonly entries: Map<string, Entry>
  /** Keep them for later processes; one that cannot write finds them again. */
  save(): void
}

/** Open what earlier processes found with the same code; nothing where there is none, or half of it. */
export function openKeptEntries<Entry>(path: string, codeHash: string): KeptEntries<Entry> {
  const entries = readEntries<Entry>(path, codeHash)
  return {
    entries,
    save() {
      try {
        writeAtomically(path, serialize({ codeHash, entries }))
      } catch {
        // A state folder that cannot be written is named by what cannot do without it.
      }
    },
  }
}

function readEntries<Entry>(path: string, codeHash: string): Map<string, Entry> {
  try {
    const kept = deserialize(readFileSync(path)) as { codeHash: string; entries: Map<string, Entry> }
    if (kept.codeHash === codeHash && kept.entries instanceof Map) return kept.entries
  } catch {}
  return new Map()
}

/** What npm notes of what it installed; of a package that is installed itself, elsewhere. */
const INSTALLED = 'node_modules/.package-lock.json'

/**
 * Answer what follows from the code and from what is installed alone; a process derives it where none did before, since
 * to load what derives it takes longer than all else that the command does.
 */
export async function deriveOnce<Fact>(
  stateDir: string,
  name: string,
  derive: () => Promise<Fact>,
): Promise<Fact> {
  if (!existsSync(join(PROJECT_ROOT, INSTALLED))) return derive()
  const [[, installed] = []] = digestFiles(PROJECT_ROOT, [INSTALLED])
  const kept = openKeptEntries<Fact>(join(stateDir, 'cache', 'derived'), `${hashCode()} ${installed}`)
  const known = kept.entries.get(name)
  if (known !== undefined) return known
  const fact = await derive()
  kept.entries.set(name, fact)
  kept.save()
  return fact
}
