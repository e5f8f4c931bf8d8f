import { createSecretMatcher } from '../../tools/safety/taint/secrets.ts'
import { listUrlSecrets, redactUrls } from './redact-url.ts'

/** What is shorter stands in other texts by chance once it is encoded. */
const LEAST_ENCODED_LENGTH = 8

/** Who names a key by its beginning shows this much of it at most. */
const BEGINNING_LENGTH = 12

/**
 * Create what takes the secrets of one URL out of a text, however the text quotes them, and shortens all URLs.
 *
 * A line that holds one, or its beginning, in an encoding goes as a whole.
 */
export function createRedactor(url: string): (text: string) => string {
  const parts = listUrlSecrets(url)
  if (parts.length === 0) return redactUrls
  const secrets = [...new Set([...parts, ...parts.map((part) => part.slice(0, BEGINNING_LENGTH))])]
  const pattern = createPattern(secrets)
  const matcher = createSecretMatcher(
    secrets
      .filter(({ length }) => length >= LEAST_ENCODED_LENGTH)
      .map((part) => ({ label: 'a key of the URL', bytes: Buffer.from(part), isText: true })),
  )
  const holdsNone = (text: string) => matcher.find(text) === undefined
  return (text) => {
    const literal = redactUrls(text).replaceAll(pattern, '…')
    if (holdsNone(literal)) return literal
    const lines = literal.split('\n').map((line) => (holdsNone(line) ? line : '…'))
    const rest = lines.join('\n')
    return holdsNone(rest) ? rest : '…'
  }
}

/** The longest first: what begins as another goes as a whole. */
const createPattern = (secrets: readonly string[]): RegExp =>
  new RegExp(
    [...secrets]
      .sort((a, b) => b.length - a.length)
      .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('|'),
    'gi',
  )
