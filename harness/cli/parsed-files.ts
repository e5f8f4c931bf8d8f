import { join } from 'node:path'
import { sha256Text } from '../../tools/core/sha256.ts'
import type { Goal } from '../goal/goal.ts'
import type { Draws } from '../scenario/draws.ts'
import type { Scenario } from '../scenario/scenario.ts'
import type { Problem } from '../scenario/text/problem.ts'
import { openKeptEntries } from './kept-by-code.ts'

/** What a scenario file says: its cells, its goal task, what its property draws, or what is wrong with it. */
export type ParsedFile =
  | { readonly scenarios: readonly Scenario[] }
  | { readonly goal: Goal }
  | { readonly property: { readonly name: string; readonly draws: Draws } }
  | { readonly problems: readonly Problem[] }

/** Files that were parsed before by the same code: what a file says depends on that and its text alone. */
export interface ParsedFiles {
  /** Answer what a file says, and parse it where that is not known. */
  read(file: string, text: string, parse: () => Promise<ParsedFile>): Promise<ParsedFile>
  /** Keep what was parsed for later runs; one that cannot write parses again. */
  keep(): void
}

/** What a file said when its text was this. */
interface KeptFile {
  readonly textHash: string
  readonly parsed: ParsedFile
}

/** Open what earlier runs parsed with this code. */
export function openParsedFiles(stateDir: string, codeHash: string): ParsedFiles {
  const files = openKeptEntries<KeptFile>(join(stateDir, 'cache', 'parsed-scenarios'), codeHash)
  let isChanged = false
  return {
    async read(file, text, parse) {
      const textHash = sha256Text(text)
      const known = files.get(file)
      if (known?.textHash === textHash) return known.parsed
      const parsed = await parse()
      // What is wrong with a file is found anew, until it is mended.
      if (!('problems' in parsed)) {
        files.set(file, { textHash, parsed })
        isChanged = true
      }
      return parsed
    },
    keep() {
      if (isChanged) files.save()
    },
  }
}
