import { type Label, type Labelled, labelText } from '../core/taint.ts'

/** One passage of the agent's own documents. */
export interface ContextPassage extends Labelled {
  readonly document: string
  readonly line: number
}

/** The agent's working documents (`STRATEGY.md`, `PLAYBOOK.md`): owner text and the agent's heuristics. */
export interface ContextStore {
  search(query: string, limit: number): readonly ContextPassage[]
  /** Append a heuristic to the playbook, with the labels of everything that it derives from. */
  appendDirective(text: string, labels: ReadonlySet<Label>): void
}

/** Keeps the heuristics between sessions. */
export interface DirectiveKeeper {
  read(): string | undefined
  write(text: string): void
}

/** Create a store over the owner's documents; appended directives go to `PLAYBOOK.md` and are kept with their labels. */
export function createContextStore(
  documents: Readonly<Record<string, string>>,
  keeper: DirectiveKeeper,
): ContextStore {
  const lines: ContextPassage[] = Object.entries(documents).flatMap(([document, text]) =>
    text.split('\n').map((line, index) => ({ document, line: index + 1, ...labelText(line) })),
  )
  const directives = JSON.parse(keeper.read() ?? '[]') as { text: string; labels: Label[] }[]
  const add = (text: string, labels: Iterable<Label>) => {
    const line = lines.filter((passage) => passage.document === 'PLAYBOOK.md').length + 1
    lines.push({ document: 'PLAYBOOK.md', line, ...labelText(text, ...labels) })
  }
  for (const { text, labels } of directives) add(text, labels)
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
    appendDirective(text, labels) {
      directives.push({ text, labels: [...labels] })
      keeper.write(JSON.stringify(directives))
      add(text, labels)
    },
  }
}
