import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  visit,
  type YAMLMap,
} from 'yaml'

/** A place in a file; both count from one. */
export interface Place {
  readonly line: number
  readonly column: number
}

/** Something that keeps a file from being read. */
export interface SyntaxProblem extends Place {
  readonly message: string
  readonly hint: string
}

/** A number that is not what was written. */
export interface NumberProblem extends SyntaxProblem {
  /** What to do about it where text does not help. */
  readonly asNumber: string
}

/** A parsed YAML file that still knows where everything stands. */
export interface YamlSource {
  readonly text: string
  readonly value: unknown
  /** What leaves no value to look at. */
  readonly syntaxErrors: readonly SyntaxProblem[]
  /** Numbers that are not what was written; they stand in the value as text. */
  readonly numberProblems: readonly NumberProblem[]
  /** Where the value at a path stands, or its key when `atKey` is set; as near as it can be told. */
  place(path: readonly (string | number)[], atKey?: boolean): Place
  /** The line with a caret under the column. */
  frame(place: Place): string
}

/** Most aliases, and most uses of one: a file that multiplies itself is refused. */
const MAX_ALIASES = 100
const MAX_BYTES = 1_000_000
const MAX_DEPTH = 64
/** Most problems that are named; what has more is looked at no further. */
const MAX_PROBLEMS = 200
const MAX_FRAME = 160
const CORRECT = 'correct the YAML syntax'

// What a text editor never writes on purpose; biome's rule is about accidents in patterns.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are what is looked for
const UNREADABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffd]/
/** What stands in a text that was read where the file holds no UTF-8. */
const REPLACEMENT = '\ufffd'

/**
 * Parse YAML 1.2 strictly: duplicate keys, tabs, unknown tags, alias bombs and numbers that would change their
 * value are errors. Hexadecimal stays text, since it is an address or bytes here.
 */
export function readYaml(text: string): YamlSource {
  const lines = text.split(/\r?\n/)
  const counter = new LineCounter()
  const syntaxErrors: SyntaxProblem[] = []
  const toPlace = (offset: number): Place => {
    const { line, col } = counter.linePos(offset)
    return { line: Math.max(1, line), column: Math.max(1, col) }
  }
  const frame = ({ line, column }: Place) => renderFrame(lines[line - 1] ?? '', line, column)
  const unreadable = UNREADABLE.exec(text)
  if (text.length > MAX_BYTES || unreadable !== null) {
    const start = { line: 1, column: 1 }
    const found = unreadable === null ? start : placeOf(text, unreadable.index)
    syntaxErrors.push(
      unreadable === null
        ? {
            ...start,
            message: `the file has ${text.length} characters, at most ${MAX_BYTES}`,
            hint: 'split it',
          }
        : unreadable[0] === REPLACEMENT
          ? {
              ...found,
              message: 'a character that is no UTF-8, or stands for one',
              hint: 'save the file as UTF-8, or escape it in double quotes',
            }
          : { ...found, message: 'a control character', hint: 'remove it, or escape it in double quotes' },
    )
    return { text, value: undefined, syntaxErrors, numberProblems: [], place: () => start, frame }
  }
  const document = parseDocument(text, {
    lineCounter: counter,
    strict: true,
    // It holds each key against all before it; `findTraps` looks for them instead.
    uniqueKeys: false,
    prettyErrors: false,
    version: '1.2',
    // Sets, ordered maps and dates are not what any key holds.
    resolveKnownTags: false,
    customTags: (tags) => tags.filter((tag) => typeof tag === 'string' || !isRadix(tag)),
  })
  syntaxErrors.push(
    ...firstOfLines([...document.errors, ...document.warnings], ({ pos: [offset], message }) => {
      const place = toPlace(offset)
      return { place, read: () => explain(message.split('\n')[0] ?? message, lines[place.line - 1] ?? '') }
    }),
  )
  const { yaml } = document.directives ?? {}
  if (yaml?.explicit && yaml.version !== '1.2') {
    // Words and numbers would mean something else: no, 010, 1:30.
    const message = `a file of YAML ${yaml.version}`
    syntaxErrors.unshift({ line: 1, column: 1, message, hint: 'drop the %YAML line: files are YAML 1.2' })
  }
  let value: unknown
  const numberProblems: NumberProblem[] = []
  if (syntaxErrors.length === 0) {
    const traps = findTraps(document)
    const ofNumbers = traps.flatMap(({ asNumber, ...trap }) =>
      asNumber === undefined ? [] : [{ ...trap, asNumber }],
    )
    const isListed = ofNumbers.length <= MAX_PROBLEMS
    if (isListed)
      numberProblems.push(...ofNumbers.map(({ offset, ...problem }) => ({ ...toPlace(offset), ...problem })))
    syntaxErrors.push(
      ...firstOfLines(
        traps.filter(({ asNumber }) => asNumber === undefined || !isListed),
        ({ offset, message, hint }) => ({ place: toPlace(offset), read: () => ({ message, hint }) }),
      ),
    )
  }
  if (syntaxErrors.length === 0) {
    try {
      value = document.toJS({ maxAliasCount: MAX_ALIASES })
    } catch (cause) {
      const message = cause instanceof Error ? cause.message : String(cause)
      syntaxErrors.push({ line: 1, column: 1, message, hint: 'use fewer aliases' })
    }
  }
  return {
    text,
    value,
    syntaxErrors,
    numberProblems,
    place: (path, atKey = false) => toPlace(findOffset(document, path, atKey)),
    frame,
  }
}

/** Name the first problem of each line, since one broken bracket gives several; of too many, how many lines follow. */
function firstOfLines<T>(
  found: readonly T[],
  open: (problem: T) => { readonly place: Place; readonly read: () => Omit<SyntaxProblem, keyof Place> },
): SyntaxProblem[] {
  const byLine = new Map<number, ReturnType<typeof open>>()
  for (const problem of found) {
    const opened = open(problem)
    if (!byLine.has(opened.place.line)) byLine.set(opened.place.line, opened)
  }
  const problems = [...byLine.values()]
  const next = problems[MAX_PROBLEMS]
  const named = problems.slice(0, MAX_PROBLEMS).map(({ place, read }) => ({ ...place, ...read() }))
  if (next === undefined) return named
  const message = `more lines with problems: ${problems.length - MAX_PROBLEMS}`
  return [...named, { ...next.place, message, hint: 'correct those above first' }]
}

function findOffset(document: Document, path: readonly (string | number)[], atKey: boolean): number {
  let node: unknown = document.contents
  let offset = (node as Node | null)?.range?.[0] ?? 0
  for (const [depth, segment] of path.entries()) {
    if (isAlias(node)) node = node.resolve(document)
    if (isMap(node)) {
      const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === String(segment))
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
  return offset
}

const isRadix = (tag: { readonly format?: string }) => tag.format === 'HEX' || tag.format === 'OCT'

interface Trap {
  readonly offset: number
  readonly message: string
  readonly hint: string
  /** What to do about a number where text does not help. */
  readonly asNumber?: string
}

/** What YAML accepts and a scenario's author cannot have meant. */
function findTraps(document: Document): Trap[] {
  const traps: Trap[] = []
  let aliases = 0
  visit(document, {
    Node(_, node, ancestors) {
      const offset = node.range?.[0] ?? 0
      if (isMap(node)) for (const trap of findRepeatedKeys(node)) traps.push(trap)
      if (ancestors.length > MAX_DEPTH) {
        traps.push({ offset, message: `nested deeper than ${MAX_DEPTH} levels`, hint: 'flatten it' })
        return visit.BREAK
      }
      if (isAlias(node)) {
        aliases += 1
        // Each is looked for in the whole file.
        if (aliases > MAX_ALIASES) {
          traps.push({ offset, message: `more than ${MAX_ALIASES} aliases`, hint: 'use fewer aliases' })
          return visit.BREAK
        }
        const target = node.resolve(document)
        if (target === undefined) {
          const message = `alias *${node.source} stands for nothing above it`
          traps.push({ offset, message, hint: 'name an &anchor, or put the text in quotes' })
        } else if (ancestors.includes(target)) {
          traps.push({
            offset,
            message: `alias *${node.source} contains itself`,
            hint: 'write the value out',
          })
          return visit.BREAK
        }
      }
      if (isScalar(node) && typeof node.value === 'number' && node.source !== undefined) {
        const { source, value } = node
        // A number that would be written otherwise than here stays as it is written.
        if (String(value).includes('e') && !/e/i.test(source)) node.value = source
        if (/^[-+]?0\d/.test(source)) {
          node.value = source
          traps.push({
            offset,
            message: `${source} can be read in two ways`,
            hint: 'drop the leading zero, or put it in quotes',
            asNumber: 'drop the leading zero',
          })
        } else if (!isExact(source, value)) {
          node.value = source
          traps.push({
            offset,
            message: `${source} is more than a number can hold exactly`,
            hint: `put it in quotes: "${source}"`,
            asNumber: 'write fewer digits',
          })
        }
      }
      return undefined
    },
    Pair(_, pair) {
      if (isScalar(pair.key)) {
        if (pair.key.value === '<<') {
          const message = 'a merge key, which YAML 1.2 does not have'
          traps.push({ offset: pair.key.range?.[0] ?? 0, message, hint: 'write the members out' })
        }
        // Nothing could name a map that holds it.
        if (pair.key.value === 'toString') {
          const message = 'a key that makes its map unreadable'
          traps.push({ offset: pair.key.range?.[0] ?? 0, message, hint: 'name it otherwise' })
        }
        return undefined
      }
      const offset = (pair.key as Node | null)?.range?.[0] ?? 0
      traps.push({ offset, message: 'a key has to be text', hint: 'write key: value' })
      return visit.BREAK
    },
  })
  return traps
}

/** Find the keys of a map that stand in it before. */
function findRepeatedKeys(map: YAMLMap): Trap[] {
  const known = new Set<string>()
  return map.items.flatMap(({ key }) => {
    if (!isScalar(key)) return []
    const name = String(key.value)
    if (!known.has(name)) {
      known.add(name)
      return []
    }
    const message = 'a key that stands here twice'
    return [{ offset: key.range?.[0] ?? 0, message, hint: 'drop one of the two' }]
  })
}

/** Tell whether a number kept every digit that was written. */
const isExact = (source: string, value: number): boolean =>
  Number.isFinite(value) &&
  (Number.isSafeInteger(value) || !Number.isInteger(value)) &&
  normaliseDecimal(source) === normaliseDecimal(String(value))

const DECIMAL = /^([-+]?)(\d*)(?:\.(\d*))?(?:e([-+]?\d+))?$/i

/** Write a decimal as its digits without zeros around them, and the power of ten of the last; what is none stays undefined. */
function normaliseDecimal(text: string): string | undefined {
  const [found, sign = '', whole = '', fraction = '', exponent = '0'] = DECIMAL.exec(text) ?? []
  if (found === undefined) return undefined
  const [leading = '', digits = ''] = /^0*(\d*[1-9])?/.exec(whole + fraction) ?? []
  if (digits === '') return '0'
  const zerosBehind = whole.length + fraction.length - leading.length
  return `${sign === '-' ? '-' : ''}${digits}e${Number(exponent) - fraction.length + zerosBehind}`
}

function explain(message: string, line: string): { message: string; hint: string } {
  if (message.includes('call stack')) return { message: 'nested too deeply', hint: 'flatten it' }
  if (/\$\{/.test(line) && /flow/i.test(message)) {
    return {
      message: 'a reference inside { } or [ ] has to be quoted',
      hint: 'write "${name}" with the quotes',
    }
  }
  if (message.startsWith('Tabs')) return { message: 'a tab as indentation', hint: 'indent with spaces' }
  if (message.startsWith('Source contains multiple documents')) {
    return { message: 'a second YAML document', hint: 'one file holds one scenario; drop ---' }
  }
  if (message.startsWith('Unresolved tag')) {
    return { message: message.replace('Unresolved tag:', 'unknown tag'), hint: 'write a plain value' }
  }
  return { message, hint: CORRECT }
}

function renderFrame(line: string, number: number, column: number): string {
  const start = Math.max(0, column - 1 - MAX_FRAME / 2)
  const shown = line.slice(start, start + MAX_FRAME)
  return `${String(number).padStart(4)} | ${shown}\n     | ${' '.repeat(Math.max(0, column - 1 - start))}^`
}

function placeOf(text: string, index: number): Place {
  const before = text.slice(0, index).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}
