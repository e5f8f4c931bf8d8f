import { expect, test } from 'vitest'
import { parseQueueUrl } from './queue-url.ts'

test('behavior: a URL with everything', () => {
  expect(parseQueueUrl('rediss://us%3Aer:p%40ss%25@[::1]:6380/3')).toEqual({
    host: '::1',
    port: 6380,
    username: 'us:er',
    password: 'p@ss%',
    db: 3,
    isEncrypted: true,
    shown: 'rediss://[::1]:6380, database 3',
  })
})

test('default: port 6379, database 0, no credentials, no encryption', () => {
  const plain = { host: 'host', port: 6379, db: 0, isEncrypted: false, shown: 'redis://host:6379' }
  expect(parseQueueUrl('redis://host')).toEqual(plain)
  expect(parseQueueUrl('redis://host:6379/')).toEqual(plain)
})

test.for([
  ['canary', 'something that is no URL'],
  ['redsi://:canary@host', 'a URL that begins with redsi:'],
  ['http://:canary@host', 'a URL that begins with http:'],
  ['redis://', 'a URL without a host'],
  ['redis://:canary@host/canary', 'a path that is no number of a database'],
  ['redis://:canary@host/0?password=canary', 'a query or a fragment'],
  ['redis://:canary%@host', 'a percent sign in the credentials that begins no code'],
] as const)('error: BAD_USAGE of %s names %s and shows nothing of it', ([url, found]) => {
  const read = () => parseQueueUrl(url)
  expect(read).toThrow(found)
  expect(read).not.toThrow('canary')
})
