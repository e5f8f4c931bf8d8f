import { HarnessError } from '../errors.ts'

/** A Redis server, as its URL names it. */
export interface QueueAddress {
  readonly host: string
  readonly port: number
  readonly username?: string
  readonly password?: string
  readonly db: number
  readonly isEncrypted: boolean
  /** The same as a text without credentials. */
  readonly shown: string
}

// Without the form of a URL, of which messages show the host alone.
const EXAMPLE = 'redis, or rediss for TLS, then ://user:password@host:6379/0'

/**
 * Read the URL of a Redis server; its credentials stand in no message.
 *
 * @throws HarnessError BAD_USAGE
 */
export function parseQueueUrl(text: string): QueueAddress {
  if (!URL.canParse(text)) throw unlike('something that is no URL')
  const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(text)
  if (protocol !== 'redis:' && protocol !== 'rediss:')
    throw unlike(`a URL that begins with ${protocol}`, 'did you mean redis or rediss?')
  if (hostname === '') throw unlike('a URL without a host')
  if (!/^\/?\d*$/.test(pathname)) throw unlike('a path that is no number of a database')
  if (search !== '' || hash !== '') throw unlike('a query or a fragment')
  const db = Number(pathname.slice(1))
  return {
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(port || 6379),
    ...(username === '' ? {} : { username: decode(username) }),
    ...(password === '' ? {} : { password: decode(password) }),
    db,
    isEncrypted: protocol === 'rediss:',
    shown: `${protocol}//${hostname}:${port || 6379}${db === 0 ? '' : `, database ${db}`}`,
  }
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw unlike('a percent sign in the credentials that begins no code', 'write it as %25')
  }
}

const unlike = (found: string, hint = 'pass --queue <url>') =>
  new HarnessError('BAD_USAGE', 'the queue is no Redis server', {
    where: '--queue',
    expected: EXAMPLE,
    found,
    hint,
  })
