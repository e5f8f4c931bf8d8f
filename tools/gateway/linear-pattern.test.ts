import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findSlowness } from './linear-pattern.ts'

test.each([
  '^a',
  'b$',
  '\\d{4}-\\d{2}',
  '^[a-c]+$',
  '^\\p{L}+$',
  '^0x[0-9a-fA-F]{40}$',
  '^([0-9a-f]{2})*$',
  '^[a-z0-9]+(?:-[a-z0-9]+)*$',
  '^[^@\\s]+@[^@\\s]+$',
  '^https?://.+$',
  '^(?:foo|foobar|fob)$',
  '^(?:0|[1-9][0-9]{0,77})$',
  '^[a-z]+\\.(?:png|jpe?g)$',
  '^$',
])('default: %s takes linear time', (pattern) => expect(findSlowness(pattern)).toBeUndefined())

test.each([
  ['^(a+)+$', 'read in more than one way'],
  ['^(a*)*$', 'repeats what may be nothing'],
  ['^(a?){30}a{30}$', 'too many ways'],
  ['^(a?){3,30}$', 'repeats what may be nothing'],
  ['^(?:|)(?:|)a$', 'can be nothing in more than one way'],
  ['^(?:(?:a{64}){64}){64}$', 'more than 1000 places'],
  ['^(a|a)*$', 'read in more than one way'],
  ['^(a|\\w)*$', 'read in more than one way'],
  ['^(a|\\p{L})*$', 'read in more than one way'],
  ['^(a+){1,30}$', 'read in more than one way'],
  ['^(?:ab?b?)+$', 'read in more than one way'],
  ['^.*a.*b$', 'read in more than one way'],
  ['^\\s+\\u00a0$', 'read in more than one way'],
  ['^(?:a|a)(?:a|a)(?:a|a)(?:a|a)(?:a|a)(?:a|a)(?:a|a)$', 'too many ways'],
  ['a+b', 'begin it with "^"'],
  ['^a|b+', 'begin it with "^"'],
  ['(?:^a|b)+', 'begin it with "^"'],
  ['[ab]{2000}', 'begin it with "^"'],
  ['^(?=(a+)+$)a', 'looks around'],
  ['^(.)\\1', 'has \\1'],
])('I44: error: %s may take more, %s', (pattern, problem) => expect(findSlowness(pattern)).toContain(problem))

test('equivalence: white space is what JavaScript takes for it', () => {
  const codes = Array.from({ length: 0x1_0000 }, (_, code) => code)
  const differs = codes.filter((code) => {
    const written = `\\u${code.toString(16).padStart(4, '0')}`
    return (findSlowness(`^\\s+${written}$`) !== undefined) !== /\s/.test(String.fromCharCode(code))
  })
  expect(differs).toEqual([])
})

test('error: what is no expression', () => expect(() => findSlowness('(')).toThrow())

/** Steps of a matcher that tries one way after the other, as JavaScript does, over patterns drawn below. */
type Node =
  | { readonly of: 'char'; readonly set: string }
  | { readonly of: 'all' | 'any'; readonly parts: readonly Node[] }
  | { readonly of: 'times'; readonly part: Node; readonly min: number; readonly max: number }

const write = (node: Node): string => {
  if (node.of === 'char') return node.set.length === 1 ? node.set : `[${node.set}]`
  if (node.of === 'times')
    return `(?:${write(node.part)}){${node.min},${node.max === Infinity ? '' : node.max}}`
  return `(?:${node.parts.map(write).join(node.of === 'all' ? '' : '|')})`
}

const MOST_STEPS = 40_000

function countSteps(node: Node, text: string): number {
  let steps = 0
  const run = (at: Node, index: number, go: (index: number) => boolean): boolean => {
    steps += 1
    if (steps > MOST_STEPS) return true
    if (at.of === 'char') return at.set.includes(text[index] ?? '!') && go(index + 1)
    if (at.of === 'times') {
      const { part, min, max } = at
      const again = (next: number) =>
        (next > index || min > 0) &&
        run({ of: 'times', part, min: Math.max(0, min - 1), max: max - 1 }, next, go)
      return (max > 0 && run(part, index, again)) || (min === 0 && go(index))
    }
    if (at.of === 'any') return at.parts.some((part) => run(part, index, go))
    const [first, ...rest] = at.parts
    return first === undefined
      ? go(index)
      : run(first, index, (next) => run({ of: 'all', parts: rest }, next, go))
  }
  run(node, 0, (index) => index === text.length)
  return steps
}

const { node: drawn } = fc.letrec<{ node: Node }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    {
      weight: 3,
      arbitrary: fc.record({ of: fc.constant('char' as const), set: fc.constantFrom('a', 'b', 'ab', 'c') }),
    },
    {
      weight: 2,
      arbitrary: fc.oneof(
        fc.record({ of: fc.constant('all' as const), parts: fc.array(tie('node'), { maxLength: 3 }) }),
        fc.record({
          of: fc.constant('any' as const),
          parts: fc.array(tie('node'), { minLength: 1, maxLength: 3 }),
        }),
      ),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(tie('node'), fc.constantFrom([0, Infinity], [1, Infinity], [0, 1], [0, 3], [2, 3], [3, 3]))
        .map(([part, [min = 0, max = 0]]): Node => ({ of: 'times', part, min, max })),
    },
  ),
}))

test('behavior: what is taken needs linear steps when each way is tried, whatever the text', () => {
  const seen = { taken: 0, refused: 0 }
  const texts = fc.array(fc.constantFrom('a', 'b', 'ab', 'c'), { minLength: 1, maxLength: 3 })
  fc.assert(
    fc.property(drawn, texts, (node, unit) => {
      if (findSlowness(`^${write(node)}$`) !== undefined) {
        seen.refused += 1
        return
      }
      seen.taken += 1
      const steps = (length: number) => countSteps(node, `${unit.join('').repeat(length)}!`)
      const [short, long] = [steps(20), steps(40)]
      expect(long, write(node)).toBeLessThan(MOST_STEPS)
      // Twice the text, twice the steps: a square would be four times.
      expect(long, write(node)).toBeLessThan(2.5 * short + 200)
    }),
    { numRuns: 2_000, seed: 1 },
  )
  expect(seen.taken).toBeGreaterThan(300)
  expect(seen.refused).toBeGreaterThan(300)
})
