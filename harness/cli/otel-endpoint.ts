import { createRedactor } from '../chain/create-redactor.ts'
import { redactUrl, toBasicCredentials } from '../chain/redact-url.ts'
import { HarnessError } from '../errors.ts'

/** What takes traces by OTLP over HTTP. */
export interface OtelEndpoint {
  /** To which spans are posted; without user name and password. */
  readonly url: string
  /** `Authorization` of its user name and password. */
  readonly authorization?: string
  /** The same for people. */
  readonly shown: string
  /** Take everything of its URL that may be a key out of a text. */
  redact(text: string): string
}

const PATH = 'v1/traces'

/**
 * Read the URL of an OTLP endpoint; `/v1/traces` is added where it does not end so. What may be a key stands in no
 * message.
 *
 * @throws HarnessError BAD_USAGE
 */
export function parseOtelUrl(text: string): OtelEndpoint {
  if (!URL.canParse(text)) throw unlike('something that is no URL')
  const url = new URL(text)
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw unlike(`a URL that begins with ${url.protocol}`)
  const credentials = toBasicCredentials(text)
  url.username = ''
  url.password = ''
  url.hash = ''
  if (!url.pathname.endsWith(`/${PATH}`)) url.pathname = `${url.pathname.replace(/\/$/, '')}/${PATH}`
  return {
    url: url.href,
    ...(credentials === undefined ? {} : { authorization: `Basic ${credentials}` }),
    shown: redactUrl(text),
    redact: createRedactor(text),
  }
}

const unlike = (found: string) =>
  new HarnessError('BAD_USAGE', 'this takes no traces', {
    where: '--otel',
    // Without the form of a URL, of which messages show the host alone.
    expected: 'an OTLP endpoint over HTTP: http or https, then ://host:4318',
    found,
    hint: 'pass --otel <url>',
  })
