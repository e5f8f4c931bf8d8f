import type { Problem } from '../text/problem.ts'
import { type Place, readYaml, type YamlSource } from '../text/yaml-source.ts'

/** A YAML file that holds a map, and what is wrong with it so far. */
export interface OpenedFile {
  readonly source: YamlSource
  readonly file: Readonly<Record<string, unknown>>
  /** Take note of a problem; of several at one place that say the same, the first counts. */
  add(place: Place, message: string, hint: string): void
  /** Whether nothing is wrong at a line, nor above it. */
  isSoundUntil(line: number): boolean
  /** Answer what was read, or everything that is wrong with the file, in the order of its lines. */
  conclude<T>(read: T): T | { readonly problems: readonly Problem[] }
}

/** Most letters of a problem; what it says of a long text stands before and behind that. */
const MAX_MESSAGE = 400
const MAX_END = 100

const shorten = (message: string): string =>
  message.length > MAX_MESSAGE
    ? `${message.slice(0, MAX_MESSAGE - MAX_END - 1)}…${message.slice(-MAX_END)}`
    : message

/** Open the text of a file; one that is no map has nothing to be read. `hint` says how such a file begins. */
export function openFile(
  text: string,
  path: string,
  hint: string,
): OpenedFile | { readonly problems: readonly Problem[] } {
  const source = readYaml(text)
  const problems = new Map<string, Problem>()
  const add = (place: Place, message: string, advice: string) => {
    const inexact = source.numberProblems.find(
      ({ line, column }) => line === place.line && column === place.column,
    )
    if (inexact !== undefined && inexact.message !== message) {
      // It was read as the text that stands there: what is wrong with that, quotes do not mend.
      add(place, inexact.message, `${inexact.asNumber}; ${advice}`)
      return
    }
    const key = `${place.line}:${place.column} ${message}`
    if (problems.has(key) && inexact === undefined) return
    problems.set(key, { path, ...place, message: shorten(message), hint: advice, frame: source.frame(place) })
  }
  const listed = () => ({
    problems: [...problems.values()].sort((a, b) => a.line - b.line || a.column - b.column),
  })
  for (const { message, hint: advice, ...place } of source.syntaxErrors) add(place, message, advice)
  if (problems.size > 0) return listed()
  for (const { message, hint: advice, ...place } of source.numberProblems) add(place, message, advice)
  const file = source.value
  if (file === null || typeof file !== 'object' || Array.isArray(file)) {
    const found = file === null || file === undefined ? 'an empty file' : 'something else'
    add({ line: 1, column: 1 }, `expected a map, found ${found}`, hint)
    return listed()
  }
  return {
    source,
    file: file as Readonly<Record<string, unknown>>,
    add,
    isSoundUntil: (line) => [...problems.values()].every((problem) => problem.line > line),
    conclude: (read) => (problems.size === 0 ? read : listed()),
  }
}
