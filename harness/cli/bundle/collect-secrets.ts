import type { Secret } from '../../../tools/safety/taint/secrets.ts'
import { listUrlSecrets } from '../../chain/redact-url.ts'

/** Variables whose values are nobody else's business. */
const TELLING =
  /KEY|TOKEN|SECRET|PASS|PWD|MNEMONIC|PHRASE|SEED|CREDENTIAL|AUTH|PRIVATE|COOKIE|SESSION|URL|URI|DSN/i

/** Where a shell stands is no secret, and stands in every message. */
const PLACES = /^(OLD|INIT_)?(PWD|CWD)$/

/** Shorter values stand in every other text. */
const LEAST_LENGTH = 6

/** Collect what the process knows and no bundle may hold: telling variables, and the keys of URLs. */
export function collectSecrets(
  environment: Readonly<Record<string, string | undefined>>,
  rpcUrl: string | undefined,
): readonly Secret[] {
  const told = Object.entries(environment).flatMap(([name, value = '']) => {
    if (!TELLING.test(name) || PLACES.test(name) || value.startsWith('/')) return []
    return URL.canParse(value) ? fromUrl(value, `a key of ${name}`) : [asSecret(value.trim(), name)]
  })
  const own = rpcUrl !== undefined && URL.canParse(rpcUrl) ? fromUrl(rpcUrl, 'a key of the RPC URL') : []
  return [...told, ...own].filter(({ bytes }) => bytes.length >= LEAST_LENGTH)
}

const fromUrl = (url: string, label: string) => listUrlSecrets(url).map((part) => asSecret(part, label))

const asSecret = (text: string, label: string): Secret => ({ label, bytes: Buffer.from(text), isText: true })
