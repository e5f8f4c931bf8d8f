import { type AST, RegExpParser } from '@eslint-community/regexpp'

/** Most ways in which one text may be read, where a pattern leaves a choice that no repetition repeats. */
const MOST_READINGS = 64
/** Most places of a pattern, once what it repeats a number of times is written out. */
const MOST_PLACES = 1_000
const MOST_WRITTEN_OUT = 64
/** Longest match, in characters, of what may begin anywhere. */
const LONGEST_FLOATING = 1_000

type Range = readonly [from: number, to: number]

const LAST = 0x10ffff
const ALL: readonly Range[] = [[0, LAST]]

const complement = (ranges: readonly Range[]): readonly Range[] => {
  const found: Range[] = []
  let next = 0
  for (const [from, to] of ranges.toSorted(([a], [b]) => a - b)) {
    if (from > next) found.push([next, from - 1])
    next = Math.max(next, to + 1)
  }
  return next <= LAST ? [...found, [next, LAST]] : found
}

const SETS: Readonly<Record<'any' | 'digit' | 'space' | 'word', readonly Range[]>> = {
  any: complement([
    [0x0a, 0x0a],
    [0x0d, 0x0d],
    [0x2028, 0x2029],
  ]),
  digit: [[0x30, 0x39]],
  // White space and line terminators of ECMAScript: ecma-international.org/ecma-262, section 12.2.
  space: [
    [0x09, 0x0d],
    [0x20, 0x20],
    [0xa0, 0xa0],
    [0x1680, 0x1680],
    [0x2000, 0x200a],
    [0x2028, 0x2029],
    [0x202f, 0x202f],
    [0x205f, 0x205f],
    [0x3000, 0x3000],
    [0xfeff, 0xfeff],
  ],
  word: [
    [0x30, 0x39],
    [0x41, 0x5a],
    [0x5f, 0x5f],
    [0x61, 0x7a],
  ],
}

/** One place of a pattern that takes a character, and the places that may take the next. */
interface Place {
  readonly takes: readonly Range[]
  readonly isRepeated: boolean
  readonly next: Place[]
}

/** What a part of a pattern may begin and end with. */
interface Part {
  readonly first: readonly Place[]
  readonly last: readonly Place[]
  readonly isNullable: boolean
  /** Most characters that it takes. */
  readonly length: number
}

const EMPTY: Part = { first: [], last: [], isNullable: true, length: 0 }

/**
 * Find why JavaScript may need more than linear time to match a pattern; undefined when it never does.
 *
 * JavaScript tries what a pattern leaves open one after the other. Where each character leaves one way on, there is
 * nothing to try again: patterns are held to that, wherever something repeats.
 *
 * @throws Error for what is no regular expression
 */
export function findSlowness(pattern: string): string | undefined {
  const { alternatives } = new RegExpParser().parsePattern(pattern, undefined, undefined, { unicode: true })
  try {
    const places: Place[] = []
    const first: Place[] = []
    for (const alternative of alternatives) {
      const part = readSequence(alternative.elements, false, places)
      if (!isAnchored(alternative) && part.length > LONGEST_FLOATING) {
        throw new Slow(`"${alternative.raw}" may begin anywhere and has no bound; begin it with "^"`)
      }
      first.push(...part.first)
    }
    assertFewReadings([{ takes: [], isRepeated: false, next: first }, ...places])
  } catch (cause) {
    if (cause instanceof Slow) return cause.message
    throw cause
  }
  return undefined
}

class Slow extends Error {}

function assertFewReadings(places: readonly Place[]): void {
  let readings = 1
  for (const { next, isRepeated } of places) {
    const rivals = next.filter((place, at) =>
      next.some((other, index) => index !== at && (other === place || overlap(other.takes, place.takes))),
    )
    if (rivals.length > 0 && isRepeated) {
      throw new Slow('what it repeats can be read in more than one way; let what follows begin otherwise')
    }
    readings *= Math.max(1, rivals.length)
    if (readings > MOST_READINGS) throw new Slow('it can be read in too many ways')
  }
}

const overlap = (left: readonly Range[], right: readonly Range[]) =>
  left.some(([from, to]) => right.some(([start, end]) => from <= end && start <= to))

const isAnchored = ({ elements: [first] }: AST.Alternative): boolean =>
  first?.type === 'Assertion'
    ? first.kind === 'start'
    : (first?.type === 'Group' || first?.type === 'CapturingGroup') && first.alternatives.every(isAnchored)

function readSequence(elements: readonly AST.Element[], isRepeated: boolean, places: Place[]): Part {
  let whole = EMPTY
  for (const element of elements) {
    const part = readElement(element, isRepeated, places)
    link(whole.last, part.first)
    whole = {
      first: whole.isNullable ? [...whole.first, ...part.first] : whole.first,
      last: part.isNullable ? [...whole.last, ...part.last] : part.last,
      isNullable: whole.isNullable && part.isNullable,
      length: whole.length + part.length,
    }
  }
  return whole
}

/** Each link is one way: that there are two of the same shows in `next`. */
function link(from: readonly Place[], to: readonly Place[]): void {
  for (const place of from) place.next.push(...to)
}

function readElement(element: AST.Element, isRepeated: boolean, places: Place[]): Part {
  switch (element.type) {
    case 'Character':
    case 'CharacterSet':
    case 'CharacterClass': {
      const place = { takes: rangesOf(element), isRepeated, next: [] }
      if (places.push(place) > MOST_PLACES) throw new Slow(`it has more than ${MOST_PLACES} places`)
      return { first: [place], last: [place], isNullable: false, length: 1 }
    }
    case 'Assertion':
      if (element.kind === 'lookahead' || element.kind === 'lookbehind') throw new Slow('it looks around')
      return EMPTY
    case 'Group':
    case 'CapturingGroup': {
      if (element.type === 'Group' && element.modifiers) throw new Slow('it changes its flags')
      const parts = element.alternatives.map((each) => readSequence(each.elements, isRepeated, places))
      if (parts.filter(({ isNullable }) => isNullable).length > 1) {
        throw new Slow(`"${element.raw}" can be nothing in more than one way`)
      }
      return {
        first: parts.flatMap(({ first }) => first),
        last: parts.flatMap(({ last }) => last),
        isNullable: parts.some(({ isNullable }) => isNullable),
        length: Math.max(...parts.map(({ length }) => length)),
      }
    }
    case 'Quantifier':
      return readQuantifier(element, isRepeated, places)
    default:
      throw new Slow(`it has ${element.raw}`)
  }
}

function readQuantifier(
  { element, min, max, raw }: AST.Quantifier,
  isRepeated: boolean,
  places: Place[],
): Part {
  if (max === 0) return EMPTY
  if (min === max && max <= MOST_WRITTEN_OUT) {
    return readSequence(Array<AST.Element>(max).fill(element), isRepeated, places)
  }
  const part = readElement(element, isRepeated || max > 1, places)
  if (part.isNullable) throw new Slow(`"${raw}" repeats what may be nothing`)
  if (max > 1) link(part.last, part.first)
  const length = part.length === 0 ? 0 : part.length * max
  return { ...part, isNullable: part.isNullable || min === 0, length }
}

function rangesOf(
  node: AST.ClassRangesCharacterClassElement | AST.CharacterSet | AST.CharacterClass,
): readonly Range[] {
  if (node.type === 'Character') return [[node.value, node.value]]
  if (node.type === 'CharacterClassRange') return [[node.min.value, node.max.value]]
  if (node.type === 'CharacterSet') {
    // What a property holds is not the same in every version of Unicode: it may be anything.
    if (node.kind === 'property') return ALL
    return 'negate' in node && node.negate ? complement(SETS[node.kind]) : SETS[node.kind]
  }
  const elements = node.elements as readonly AST.ClassRangesCharacterClassElement[]
  if (elements.some((each) => each.type === 'CharacterSet' && each.kind === 'property')) return ALL
  const ranges = elements.flatMap(rangesOf)
  return node.negate ? complement(ranges) : ranges
}
