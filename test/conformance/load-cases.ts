import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DEV_KINDS } from '../../harness/dev-kinds.ts'
import { findToolFiles, toToolName } from '../../scripts/find-tool-files.ts'
import type { ToolCases } from '../../tools/core/cases.ts'

/** The cases of a tool, or the file that has to hold them. */
export interface LoadedCases {
  readonly path: string
  readonly cases: ToolCases | undefined
}

/** Load the cases of every tool by its name; one without a file of cases is there as well. */
export async function loadCases(root: string): Promise<ReadonlyMap<string, LoadedCases>> {
  const loaded = new Map<string, LoadedCases>()
  for (const folder of ['tools/protocols', 'tools/devtools']) {
    for (const { path } of findToolFiles(join(root, folder))) {
      const file = `${folder}/${path.replace(/\.ts$/, '.cases.ts')}`
      const module = existsSync(join(root, file))
        ? ((await import(join(root, file))) as { readonly CASES: ToolCases })
        : undefined
      loaded.set(toToolName(path), { path: file, cases: module?.CASES })
    }
  }
  return loaded
}

/** The write tool behind each action kind at each venue, under the names of both. */
export const KIND_WRITES = DEV_KINDS.flatMap(({ kind, venues }) =>
  venues.map(({ protocol = '', write }) => [`${kind} at ${protocol}`, write] as const),
)
