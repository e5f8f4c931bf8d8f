/** One passage of the agent's own documents. */
export interface ContextPassage {
  readonly document: string
  readonly line: number
  readonly text: string
}

/** The agent's working documents (`STRATEGY.md`, `PLAYBOOK.md`): owner text and the agent's heuristics. */
export interface ContextStore {
  search(query: string, limit: number): readonly ContextPassage[]
  /** Append a heuristic to the playbook. */
  appendDirective(text: string): void
}

/** Create a store over documents in memory; appended directives go to `PLAYBOOK.md`. */
export function createContextStore(documents: Readonly<Record<string, string>>): ContextStore {
  const lines = Object.entries(documents).flatMap(([document, text]) =>
    text.split('\n').map((line, index) => ({ document, line: index + 1, text: line })),
  )
  return {
    search(query, limit) {
      const words = query.toLowerCase().split(/\W+/).filter(Boolean)
      return lines
        .map((passage) => {
          const text = passage.text.toLowerCase()
          return { passage, hits: words.filter((word) => text.includes(word)).length }
        })
        .filter(({ hits }) => hits > 0)
        .sort((a, b) => b.hits - a.hits)
        .slice(0, limit)
        .map(({ passage }) => passage)
    },
    appendDirective(text) {
      const line = lines.filter((passage) => passage.document === 'PLAYBOOK.md').length + 1
      lines.push({ document: 'PLAYBOOK.md', line, text })
    },
  }
}
