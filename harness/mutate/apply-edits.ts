import type { Edit } from './mutant.ts'

/** Changed sources by file, relative to the project; or the edit that does not fit. */
export type Overlay = { readonly sources: ReadonlyMap<string, string> } | { readonly problem: string }

/**
 * Apply edits in order, each to what the ones before it left. A text that is not there exactly once makes all of them
 * worthless: the source has changed since they were written.
 */
export function applyEdits(edits: readonly Edit[], readSource: (file: string) => string): Overlay {
  const sources = new Map<string, string>()
  for (const { file, find, replace } of edits) {
    const source = sources.get(file) ?? readSource(file)
    const found = source.split(find).length - 1
    if (found !== 1) {
      return { problem: `${file} holds ${found === 0 ? 'nothing like' : `${found} times`} ${quote(find)}` }
    }
    sources.set(
      file,
      source.replace(find, () => replace),
    )
  }
  return { sources }
}

const quote = (text: string) => JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text)
