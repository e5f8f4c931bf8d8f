import { Buffer } from 'node:buffer'
import { format, inspect } from 'node:util'
import { expect, test } from 'vitest'
import { SecretBytes } from './secret-bytes.ts'
import { createSecretMatcher } from './secrets.ts'

const BYTES = Buffer.from('59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d', 'hex')

test('I43: text, JSON, inspection and copies show nothing', () => {
  const secret = new SecretBytes(Uint8Array.from(BYTES), 'WalletSecret')
  const matcher = createSecretMatcher([{ label: 'key', bytes: BYTES }])
  const shown = [
    `${secret}`,
    String(secret),
    JSON.stringify({ secret }),
    inspect(secret, { showHidden: true, depth: 10 }),
    format('%s %o %j', secret, secret, secret),
    { ...secret },
    Object.entries(secret),
  ]
  for (const text of shown) expect(matcher.find(text)).toBeUndefined()
  expect(secret.use((bytes) => Buffer.from(bytes).equals(BYTES))).toBe(true)
})

test('I43: wiping overwrites the bytes and ends their use', () => {
  const bytes = Uint8Array.from(BYTES)
  const secret = new SecretBytes(bytes, 'WalletSecret')
  secret.wipe()
  expect(bytes.every((byte) => byte === 0)).toBe(true)
  expect(() => secret.use(() => 'read')).toThrow('wiped')
})
