import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml'

/** A place in a file; both count from one. */
export interface Place {
  readonly line: number
  readonly column: number
}

/** A parsed YAML file that still knows where everything stands. */
export interface YamlSource {
  readonly value: unknown
  readonly syntaxErrors: readonly (Place & { readonly message: string })[]
  /** Where the value at a path stands, or its key when `atKey` is set; as near as it can be told. */
  place(path: readonly (string | number)[], atKey?: boolean): Place
  /** The line with a caret under the column. */
  frame(place: Place): string
}

/** Deepest use of aliases: a file that multiplies itself is refused. */
const MAX_ALIASES = 100

/** Parse YAML 1.2 strictly: duplicate keys, tabs and alias bombs are errors. */
export function readYaml(text: string): YamlSource {
  const lines = text.split(/\r?\n/)
  const counter = new LineCounter()
  const document = parseDocument(text, {
    lineCounter: counter,
    strict: true,
    uniqueKeys: true,
    prettyErrors: false,
  })
  const toPlace = (offset: number): Place => {
    const { line, col } = counter.linePos(offset)
    return { line, column: col }
  }
  const syntaxErrors = document.errors.map((error) => ({
    ...toPlace(error.pos[0]),
    message: error.message.split('\n')[0] ?? error.message,
  }))
  let value: unknown
  if (syntaxErrors.length === 0) {
    try {
      value = document.toJS({ maxAliasCount: MAX_ALIASES })
    } catch (cause) {
      syntaxErrors.push({
        line: 1,
        column: 1,
        message: cause instanceof Error ? cause.message : String(cause),
      })
    }
  }
  return {
    value,
    syntaxErrors,
    place(path, atKey = false) {
      let node: unknown = document.contents
      let offset = (node as Node | null)?.range?.[0] ?? 0
      for (const [depth, segment] of path.entries()) {
        if (isAlias(node)) node = node.resolve(document)
        if (isMap(node)) {
          const pair = node.items.find(
            (item) => isScalar(item.key) && String(item.key.value) === String(segment),
          )
          if (pair === undefined) break
          const keyOffset = (pair.key as Node).range?.[0] ?? offset
          node = pair.value
          const isLast = depth === path.length - 1
          offset = isLast && atKey ? keyOffset : ((node as Node | null)?.range?.[0] ?? keyOffset)
        } else if (isSeq(node)) {
          const item = node.items[Number(segment)] as Node | undefined
          if (item === undefined) break
          node = item
          offset = item.range?.[0] ?? offset
        } else break
      }
      return toPlace(offset)
    },
    frame({ line, column }) {
      const gutter = String(line).padStart(4)
      return `${gutter} | ${lines[line - 1] ?? ''}\n     | ${' '.repeat(Math.max(0, column - 1))}^`
    },
  }
}
