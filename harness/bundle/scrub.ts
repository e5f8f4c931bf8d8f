import { createSecretMatcher, type Secret, type SecretMatcher } from '../../tools/safety/taint/secrets.ts'
import { HarnessError } from '../errors.ts'

/** Takes secrets out of what goes into a bundle. */
export interface Scrubber {
  /** Take them out of a text: a line that holds one in some encoding goes as a whole. */
  text(text: string): string
  /** Take them out of JSON: a string that holds one is replaced by its name. */
  json<T>(value: T): T
  /**
   * Hold that none is left, in any encoding.
   *
   * @throws HarnessError BUNDLE_SECRET
   */
  assertClean(name: string, value: unknown): void
}

const REPLACED = (label: string) => `[${label} was here]`

/** Create what takes secrets out. */
export function createScrubber(secrets: readonly Secret[]): Scrubber {
  const matcher = createSecretMatcher(secrets)
  const words = secrets.flatMap(({ label, bytes, isText }) =>
    isText ? [[Buffer.from(bytes).toString('utf8'), label] as const] : [],
  )
  return {
    text(text) {
      if (matcher.find(text) === undefined) return text
      const literal = words.reduce((rest, [word, label]) => rest.replaceAll(word, REPLACED(label)), text)
      return literal
        .split('\n')
        .map((line) => {
          const label = matcher.find(line)
          return label === undefined ? line : `# ${REPLACED(label)}`
        })
        .join('\n')
    },
    json: <T>(value: T) => (matcher.find(value) === undefined ? value : (replaceIn(value, matcher) as T)),
    assertClean(name, value) {
      const label = matcher.find(value)
      if (label === undefined) return
      throw new HarnessError('BUNDLE_SECRET', 'a secret would go into the bundle', {
        where: name,
        expected: 'no secret, in any encoding',
        found: label,
        hint: 'nothing was written; take it out of the scenario and run that again, or out of the environment where it is no secret',
      })
    },
  }
}

function replaceIn(value: unknown, matcher: SecretMatcher): unknown {
  if (Array.isArray(value)) return value.map((each) => replaceIn(each, matcher))
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        replaceIn(name, matcher) as string,
        replaceIn(member, matcher),
      ]),
    )
  }
  const label = typeof value === 'string' || typeof value === 'number' ? matcher.find(value) : undefined
  return label === undefined ? value : REPLACED(label)
}
