/** A URL in a text, also one that was taken for a path; a backslash or a quote ends it, and punctuation at its end is the text's. */
const URLS = /\b(?:https?|wss?|rediss?):\/+[^\s"<>\\]*[^\s"<>\\.,;:!?)}'`]/gi

/** Shorter parts of a URL are no keys, and stand in every other text. */
const LEAST_KEY_LENGTH = 4

/** Shorten a URL to scheme and host, for messages: paths, queries and user names carry API keys. */
export function redactUrl(url: string): string {
  if (!URL.canParse(url)) return 'not a URL'
  const { protocol, host, pathname, search } = new URL(url)
  return pathname.length <= 1 && search === '' ? `${protocol}//${host}` : `${protocol}//${host}/…`
}

/** Shorten every URL of a text to scheme and host. */
export const redactUrls = (text: string): string => text.replaceAll(URLS, redactUrl)

/** List the parts of a URL that may be secret, as they are and decoded. */
export function listUrlSecrets(url: string): readonly string[] {
  const { username, password, pathname, searchParams, hash } = new URL(url)
  const parts = [
    ...[username, password, hash.slice(1)],
    ...pathname.split('/'),
    ...searchParams.keys(),
    ...searchParams.values(),
    toBasicCredentials(url) ?? '',
  ]
  return parts
    .flatMap((part) => [part, decode(part), encodeURIComponent(decode(part))])
    .filter((part) => part.length >= LEAST_KEY_LENGTH)
}

/** User name and password of a URL as `Authorization: Basic` carries them (RFC 7617); undefined without any. */
export function toBasicCredentials(url: string): string | undefined {
  const { username, password } = new URL(url)
  if (username === '' && password === '') return undefined
  return Buffer.from(`${decode(username)}:${decode(password)}`).toString('base64')
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
