import type { Clock } from '../core/clock.ts'
import { ToolError } from '../core/errors.ts'
import { type Label, type Labelled, labelText } from '../core/taint.ts'

/** One passage of the agent's own documents. */
export interface ContextPassage extends Labelled {
  readonly document: string
  readonly line: number
}

/** The agent's working documents (`STRATEGY.md`, `PLAYBOOK.md`): owner text and the agent's heuristics. */
export interface ContextStore {
  /** All passages that have words of the query, those with the most first. */
  search(query: string): readonly ContextPassage[]
  /** Append a heuristic to the playbook, with the labels of everything that it derives from. @throws ToolError RATE_LIMITED */
  appendDirective(text: string, labels: ReadonlySet<Label>): void
}

const PLAYBOOK = 'PLAYBOOK.md'

/** What stands between words, of any language. */
const NO_WORD = /[^\p{L}\p{M}\p{N}_]+/u

/** Keeps the heuristics between sessions. */
export interface DirectiveKeeper {
  read(): string | undefined
  write(text: string): void
}

/** Most heuristics that are kept: a new one takes the place of the oldest. */
const MOST_DIRECTIVES = 64

/** Most of them in a minute. */
const MOST_A_MINUTE = 20

/** Create a store over the owner's documents; appended directives go to `PLAYBOOK.md` and are kept with their labels. */
export function createContextStore(
  documents: Readonly<Record<string, string>>,
  keeper: DirectiveKeeper,
  clock: Pick<Clock, 'wallMs'>,
): ContextStore {
  const lines: ContextPassage[] = Object.entries(documents).flatMap(([document, text]) =>
    text.split('\n').map((line, index) => ({ document, line: index + 1, ...labelText(line) })),
  )
  // Read each time: the stacks of an agent's chains keep them together.
  const readDirectives = () => JSON.parse(keeper.read() ?? '[]') as { text: string; labels: Label[] }[]
  let lately: number[] = []
  const owned = lines.filter(({ document }) => document === PLAYBOOK).length
  const passages = (): ContextPassage[] => [
    ...lines,
    ...readDirectives().map(({ text, labels }, index) => ({
      document: PLAYBOOK,
      line: owned + index + 1,
      ...labelText(text, ...labels),
    })),
  ]
  return {
    search(query) {
      const words = query.toLowerCase().split(NO_WORD).filter(Boolean)
      return passages()
        .map((passage) => {
          const text = passage.text.toLowerCase()
          return { passage, hits: words.filter((word) => text.includes(word)).length }
        })
        .filter(({ hits }) => hits > 0)
        .sort((a, b) => b.hits - a.hits)
        .map(({ passage }) => passage)
    },
    appendDirective(text, labels) {
      const now = clock.wallMs()
      lately = lately.filter((at) => at > now - 60_000)
      if (lately.length >= MOST_A_MINUTE) {
        throw new ToolError('RATE_LIMITED', {
          found: lately.length + 1,
          expected: MOST_A_MINUTE,
          span: '60 s',
        })
      }
      lately.push(now)
      const directives = readDirectives()
      const others = directives.filter((directive) => directive.text !== text)
      const before = directives.find((directive) => directive.text === text)?.labels ?? []
      const directive = { text, labels: [...new Set([...before, ...labels])] }
      keeper.write(JSON.stringify([...others, directive].slice(-MOST_DIRECTIVES)))
    },
  }
}
