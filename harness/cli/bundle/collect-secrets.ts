import { existsSync } from 'node:fs'
import type { Secret } from '../../../tools/safety/taint/secrets.ts'
import { listUrlSecrets } from '../../chain/redact-url.ts'

/** Variables whose values are nobody else's business, whatever they look like. */
const SECRET =
  /KEY|TOKEN|SECRET|PASS|PWD|MNEMONIC|PHRASE|CREDENTIAL|PRIVATE|COOKIE|BEARER|(?:^|_)PATS?(?:_|$)/i

/** Variables that hold a secret or the name of a thing. */
const TELLING = /SEED|AUTH|SESSION|URL|URI|DSN|DATABASE|CONN/i

/** Where a shell stands is no secret, and stands in every message. */
const PLACES = /^(OLD|INIT_)?(PWD|CWD)$/

/** A word or a number that names a thing, and stands in other texts by chance. */
const ORDINARY = /^(?:[A-Z]?[a-z]{1,10}|[A-Z]{1,11}|\d{1,11})$/

/** A URL, also behind another scheme (`jdbc:`) and beside others; a file's names a place of this machine. */
const URLS = /\b(?!file:)[a-z][a-z\d+.-]*:\/\/[^\s,"']+/gi

/** Shorter values stand in every other text. */
const LEAST_LENGTH = 6

/**
 * Collect what the process knows and no bundle may hold: values of telling variables, and of each URL, whatever its variable
 * is called, credentials, path and query. A path of this machine is no secret.
 */
export function collectSecrets(
  environment: Readonly<Record<string, string | undefined>>,
  rpcUrl: string | undefined,
): readonly Secret[] {
  const told = Object.entries(environment).flatMap(([name, value = '']) => collectFrom(name, value.trim()))
  const own = rpcUrl !== undefined && URL.canParse(rpcUrl) ? listUrlSecrets(rpcUrl) : []
  return [...told, ...own.map((part) => asSecret(part, 'a key of the RPC URL'))].filter(
    ({ bytes }) => bytes.length >= LEAST_LENGTH,
  )
}

function collectFrom(name: string, value: string): readonly Secret[] {
  if (PLACES.test(name) || (value.startsWith('/') && existsSync(value))) return []
  const urls = value.match(URLS) ?? []
  const parts = urls.flatMap((url) => (URL.canParse(url) ? listKeys(url) : [url]))
  const isTold = SECRET.test(name) || (TELLING.test(name) && !ORDINARY.test(value))
  const isUrl = urls.length === 1 && urls[0] === value
  return [
    ...parts.map((part) => asSecret(part, `a key of ${name}`)),
    ...(isTold && !isUrl ? [asSecret(value, name)] : []),
  ]
}

/** List what is secret of a URL; ordinary words of its path say what it leads to. */
function listKeys(text: string): readonly string[] {
  const url = new URL(text)
  url.pathname = url.pathname
    .split('/')
    .filter((part) => !ORDINARY.test(part))
    .join('/')
  return listUrlSecrets(url.href)
}

const asSecret = (text: string, label: string): Secret => ({ label, bytes: Buffer.from(text), isText: true })
