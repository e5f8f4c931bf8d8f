import { ToolError } from '../../core/errors.ts'
import type { Json } from '../../core/json.ts'
import { judgeFlow } from '../../core/taint.ts'
import { labelOf, type SecretMatcher } from '../taint/secrets.ts'
import { ALLOW, type Hook } from './hook.ts'

/** Longest untrusted text that goes back to the model unshortened. */
const MAX_TEXT_LENGTH = 256

/** Most characters that are searched for secrets: more of them would hold everything else up. */
const MAX_SEARCHED_LENGTH = 1_310_720

/** What reorders, hides or annotates text and is not seen itself; a picture and a key cap keep the selector that is part of them. */
const UNSEEN = String.raw`[\p{Default_Ignorable_Code_Point}\u2028\u2029\ufff9-\ufffb](?<!\p{Extended_Pictographic}\ufe0f|[0-9#*]\ufe0f(?=\u20e3))`

/** Control characters and what is not seen. */
const UNSAFE_TEXT = new RegExp(String.raw`\p{Cc}|${UNSEEN}`, 'gu')

/** The same without tabs and line ends. */
const UNSAFE_IN_LINES = new RegExp(String.raw`\p{Cc}(?<![\t\n\r])|${UNSEEN}`, 'gu')

/** Makes a result fit to go back to the model. */
export type ResultFilter = (result: Json) => Json

/**
 * Create the filter: secrets in any encoding withhold the whole result; text that hides or reorders itself, or
 * is overlong, is made harmless.
 *
 * @throws ToolError RESULT_LEAKS_SECRET, RESULT_TOO_LONG (the filter, when it meets one or cannot search all of it)
 */
export const createResultFilter =
  (secrets: SecretMatcher): ResultFilter =>
  (result) =>
    filter(secrets, result, (text) => cleanText(text))

/**
 * Create the filter for contents of files and output of commands: as the other, but texts keep their lines and their
 * length.
 *
 * @throws ToolError RESULT_LEAKS_SECRET, RESULT_TOO_LONG (the filter, when it meets one or cannot search all of it)
 */
export const createContentFilter =
  (secrets: SecretMatcher): ResultFilter =>
  (result) =>
    filter(secrets, result, cleanLines)

function filter(secrets: SecretMatcher, result: Json, clean: (text: string) => string): Json {
  withholdSecrets(secrets, result)
  const cleaned = cleanTexts(result, clean)
  // What was removed may have stood between the letters of a secret.
  if (JSON.stringify(cleaned) !== JSON.stringify(result)) withholdSecrets(secrets, cleaned)
  return cleaned
}

function withholdSecrets(secrets: SecretMatcher, result: Json): void {
  if (lengthOf(result) > MAX_SEARCHED_LENGTH) {
    throw new ToolError('RESULT_TOO_LONG', { expected: MAX_SEARCHED_LENGTH })
  }
  const found = secrets.findAll(result)
  if (judgeFlow(found.map(labelOf), 'model-context') !== 'allow') {
    throw new ToolError('RESULT_LEAKS_SECRET', { label: found[0]?.label ?? '' })
  }
}

/** Count the characters of a result, keys included. */
function lengthOf(value: Json): number {
  if (value === null || typeof value !== 'object') return String(value).length
  if (Array.isArray(value)) return value.reduce((sum, member) => sum + lengthOf(member), 0)
  let length = 0
  for (const [key, member] of Object.entries(value)) length += key.length + lengthOf(member as Json)
  return length
}

/** Ask the result filter about what a preview would tell the model. */
export const createResultFilterHook = (filter: ResultFilter): Hook => ({
  name: 'result-filter',
  check({ result }) {
    const cleaned = filter(result)
    return JSON.stringify(cleaned) === JSON.stringify(result)
      ? ALLOW
      : { kind: 'allow-modified', result: cleaned, reason: 'unsafe text was removed' }
  },
})

/** Remove unsafe characters from a text and shorten it. */
export function cleanText(text: string, maxLength = MAX_TEXT_LENGTH): string {
  const plain = text.replaceAll(UNSAFE_TEXT, '')
  // Half of a character is none: what reads it may refuse all of it.
  return plain.length > maxLength ? `${plain.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '')}…` : plain
}

/** Remove unsafe characters from a text that keeps its lines and its length. */
export const cleanLines = (text: string): string => text.replaceAll(UNSAFE_IN_LINES, '')

/** Make every text of a result harmless, names of its fields included. */
function cleanTexts(value: Json, clean: (text: string) => string): Json {
  if (typeof value === 'string') return clean(value)
  if (Array.isArray(value)) return value.map((member) => cleanTexts(member, clean))
  if (value !== null && typeof value === 'object') {
    const nameOf = nameFields(Object.keys(value), clean)
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [nameOf(key), cleanTexts(member as Json, clean)]),
    )
  }
  return value
}

/** Name the fields of an object harmlessly; one that would be called as another one is numbered, so that it hides none. */
function nameFields(keys: readonly string[], clean: (text: string) => string): (key: string) => string {
  const taken = new Set(keys.filter((key) => clean(key) === key))
  const counts = new Map<string, number>()
  return (key) => {
    const plain = clean(key)
    if (plain === key) return key
    let count = counts.get(plain) ?? 1
    const write = () => (count === 1 ? plain : `${plain} (${count})`)
    while (taken.has(write())) count += 1
    counts.set(plain, count)
    taken.add(write())
    return write()
  }
}
