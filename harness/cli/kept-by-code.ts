import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { digestFiles } from '../world/digest-files.ts'
import { writeAtomically } from '../write-atomically.ts'
import { hashCode } from './hash-code.ts'
import { PROJECT_ROOT } from './paths.ts'

/** Entries by name, as some code found them. */
export interface KeptEntries<Entry> {
  /** Undefined of what is not known, and of what is not as it was kept. */
  get(name: string): Entry | undefined
  set(name: string, entry: Entry): void
  /** Keep them for later processes; one that cannot write finds them again. */
  save(): void
}

/** Open what earlier processes found with the same code; nothing where there is none, or half of it. */
export function openKeptEntries<Entry>(path: string, codeHash: string): KeptEntries<Entry> {
  const entries = readEntries(path, codeHash)
  return {
    get: (name) => unseal(name, entries.get(name)) as Entry | undefined,
    set(name, entry) {
      entries.set(name, seal(name, serialize(entry)))
    },
    save() {
      try {
        writeAtomically(path, serialize({ codeHash, entries }))
      } catch {
        // A state folder that cannot be written is named by what cannot do without it.
      }
    },
  }
}

/** Each is sealed by itself, so that nothing is hashed and unpacked but what is asked for. */
function readEntries(path: string, codeHash: string): Map<string, Uint8Array> {
  try {
    const kept = deserialize(readFileSync(path)) as { codeHash: string; entries: Map<string, Uint8Array> }
    if (kept.codeHash === codeHash && kept.entries instanceof Map) return kept.entries
  } catch {}
  return new Map()
}

const SEAL_BYTES = 32

/** Begin a packed entry with the SHA-256 of its name and of itself. */
const seal = (name: string, packed: Uint8Array) => Buffer.concat([digest(name, packed), packed])

function unseal(name: string, sealed: unknown): unknown {
  if (!(sealed instanceof Uint8Array)) return undefined
  const packed = sealed.subarray(SEAL_BYTES)
  return digest(name, packed).equals(sealed.subarray(0, SEAL_BYTES)) ? deserialize(packed) : undefined
}

const digest = (name: string, packed: Uint8Array) =>
  createHash('sha256').update(`${name}\0`).update(packed).digest()

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
  const known = kept.get(name)
  if (known !== undefined) return known
  const fact = await derive()
  kept.set(name, fact)
  kept.save()
  return fact
}
