import { type AST, RegExpParser } from '@eslint-community/regexpp'
import { RE2JS } from 're2js'
import { workspaceError } from '../workspace-errors.ts'

/** A pattern in the two languages in which it means the same; both match in linear time. */
export interface SearchPattern {
  /** Tell whether a line, without its line feed, has a match. */
  matches(line: string): boolean
  /** How many steps a line of so many characters may take. */
  stepsFor(length: number): number
  /** The same for Rust's crate `regex`. */
  readonly rust: string
}

/** How a pattern is written. */
export interface PatternOptions {
  readonly ignoreCase?: boolean
  /** Whether the pattern is the text itself. */
  readonly literal?: boolean
}

/** Most repetitions of a quantifier (RE2's limit), and the longest pattern, in characters. */
const MOST_REPETITIONS = 1_000
const LONGEST_PATTERN = 1_000

/** Most characters and classes of a pattern, once what it repeats is written out: to compile more takes seconds. */
const MOST_WRITTEN_OUT = 10_000

const refuse = (problem: string, cause?: unknown) => workspaceError('PATTERN_INVALID', { problem }, cause)

type Range = readonly [from: number, to: number]

const LAST = 0x10ffff
const LINE_FEED = 0x0a

/** What a class of ASCII characters holds: the same in both languages, whatever Unicode they know. */
const SETS: Readonly<Record<'digit' | 'space' | 'word', readonly Range[]>> = {
  digit: [[0x30, 0x39]],
  space: [
    [0x09, 0x0d],
    [0x20, 0x20],
  ],
  word: [
    [0x30, 0x39],
    [0x41, 0x5a],
    [0x5f, 0x5f],
    [0x61, 0x7a],
  ],
}

const complement = (ranges: readonly Range[]): readonly Range[] => {
  const found: Range[] = []
  let next = 0
  for (const [from, to] of ranges) {
    if (from > next) found.push([next, from - 1])
    next = to + 1
  }
  return next <= LAST ? [...found, [next, LAST]] : found
}

const writeChar = (code: number) => `\\x{${code.toString(16)}}`
const writeRanges = (ranges: readonly Range[]) =>
  ranges.map(([from, to]) => (from === to ? writeChar(from) : `${writeChar(from)}-${writeChar(to)}`)).join('')

type Dialect = 're2' | 'rust'

/** Write one character; a line has no line feed. */
function char(code: number): string {
  if (code === LINE_FEED) throw refuse('asks for a line feed; lines are searched one by one')
  if (code >= 0xd800 && code <= 0xdfff) throw refuse('has half of a surrogate pair')
  return writeChar(code)
}

function writeSet(node: AST.CharacterSet): readonly Range[] {
  if (node.kind === 'any') return complement([[LINE_FEED, LINE_FEED]])
  if (node.kind === 'property') throw refuse(`asks for the Unicode property ${node.raw}`)
  const ranges = SETS[node.kind]
  return node.negate ? complement(ranges) : ranges
}

function writeClass(node: AST.CharacterClass): string {
  const members = node.elements.map((element) => {
    if (element.type === 'Character') return char(element.value)
    if (element.type === 'CharacterClassRange') {
      return writeRanges([[element.min.value, element.max.value]])
    }
    if (element.type === 'CharacterSet') return writeRanges(writeSet(element))
    throw refuse(`has ${element.raw}, which is no member of a plain class`)
  })
  // An empty class matches nothing, an empty negated one everything; neither language writes these alike.
  if (members.length === 0) return `[${node.negate ? '' : '^'}${writeRanges([[0, LAST]])}]`
  return `[${node.negate ? '^' : ''}${members.join('')}]`
}

function writeAssertion(node: AST.Assertion, dialect: Dialect): string {
  if (node.kind === 'start') return '^'
  if (node.kind === 'end') return '$'
  if (node.kind !== 'word') throw refuse('looks around')
  const boundary = node.negate ? '\\B' : '\\b'
  return dialect === 'rust' ? `(?-u:${boundary})` : boundary
}

const writeAlternatives = (alternatives: readonly AST.Alternative[], dialect: Dialect) =>
  alternatives.map(({ elements }) => elements.map((element) => write(element, dialect)).join('')).join('|')

function write(node: AST.Element, dialect: Dialect): string {
  switch (node.type) {
    case 'Character':
      return char(node.value)
    case 'CharacterSet':
      return `[${writeRanges(writeSet(node))}]`
    case 'CharacterClass':
      return writeClass(node)
    case 'Assertion':
      return writeAssertion(node, dialect)
    case 'Group':
      if (node.modifiers) throw refuse('changes its flags')
      return `(?:${writeAlternatives(node.alternatives, dialect)})`
    case 'CapturingGroup':
      return `(?:${writeAlternatives(node.alternatives, dialect)})`
    case 'Quantifier': {
      const { min, max, greedy } = node
      if (min > MOST_REPETITIONS || (max !== Number.POSITIVE_INFINITY && max > MOST_REPETITIONS)) {
        throw refuse(`repeats more than ${MOST_REPETITIONS} times`)
      }
      const times = max === Number.POSITIVE_INFINITY ? `{${min},}` : `{${min},${max}}`
      return `(?:${write(node.element, dialect)})${times}${greedy ? '' : '?'}`
    }
    default:
      throw refuse(`has ${node.raw}, which takes more than linear time`)
  }
}

/** Count the characters and classes of alternatives, with what they repeat written out. */
const countAll = (alternatives: readonly AST.Alternative[]): number =>
  alternatives.reduce(
    (sum, { elements }) => elements.reduce((count, element) => count + countIn(element), sum),
    0,
  )

function countIn(node: AST.Element): number {
  if (node.type === 'Group' || node.type === 'CapturingGroup') return 1 + countAll(node.alternatives)
  if (node.type !== 'Quantifier') return 1
  const { min, max, element } = node
  return countIn(element) * (max === Number.POSITIVE_INFINITY ? min + 1 : max)
}

/** The text that is all that alternatives match; undefined where they match more. */
function readText(alternatives: readonly AST.Alternative[]): string | undefined {
  const [{ elements } = { elements: [] }, ...others] = alternatives
  const codes = elements.flatMap((element) => (element.type === 'Character' ? [element.value] : []))
  return others.length > 0 || codes.length < elements.length ? undefined : String.fromCodePoint(...codes)
}

/**
 * Read a pattern: the regular expressions of JavaScript (flag `u`) without what cannot be matched in linear time.
 * Classes such as `\w` are ASCII.
 *
 * @throws ToolError PATTERN_INVALID
 */
export function readPattern(pattern: string, { ignoreCase, literal }: PatternOptions = {}): SearchPattern {
  if (pattern.length > LONGEST_PATTERN) throw refuse(`is longer than ${LONGEST_PATTERN} characters`)
  const alternatives = literal ? undefined : parse(pattern).alternatives
  if (alternatives !== undefined && countAll(alternatives) > MOST_WRITTEN_OUT) {
    throw refuse(`is too large: more than ${MOST_WRITTEN_OUT} characters once what it repeats is written out`)
  }
  const writeAs = (dialect: Dialect): string => {
    const body =
      alternatives === undefined
        ? [...pattern].map((each) => char(each.codePointAt(0) ?? 0)).join('')
        : writeAlternatives(alternatives, dialect)
    return `(?${ignoreCase ? 'i' : ''}:${body})`
  }
  const rust = writeAs('rust')
  const text = ignoreCase ? undefined : alternatives === undefined ? pattern : readText(alternatives)
  if (text !== undefined) {
    return { rust, matches: (line) => line.includes(text), stepsFor: (length) => length }
  }
  const re2 = compile(writeAs('re2'))
  return {
    rust,
    matches: (line) => re2.matcher(line).find(),
    stepsFor: (length) => length * re2.programSize(),
  }
}

function parse(pattern: string): AST.Pattern {
  try {
    return new RegExpParser().parsePattern(pattern, undefined, undefined, { unicode: true })
  } catch (cause) {
    throw refuse(`is no regular expression: ${(cause as Error).message}`, cause)
  }
}

function compile(pattern: string): RE2JS {
  try {
    return RE2JS.compile(pattern)
  } catch (cause) {
    throw refuse(`is too large: ${(cause as Error).message.slice(0, 80)}`, cause)
  }
}
