import { expect, test } from 'vitest'
import { normaliseHost } from './normalise-host.ts'

test.each([
  ['RPC.Example.com.', 'rpc.example.com'],
  ['localhost.', 'localhost'],
  ['127.1', '127.0.0.1'],
  ['2130706433', '127.0.0.1'],
  ['0x7f.0.0.1', '127.0.0.1'],
  ['0177.0.0.01', '127.0.0.1'],
  ['127.0.0.1.', '127.0.0.1'],
  ['[::ffff:127.0.0.1]', '127.0.0.1'],
  ['::ffff:a00:1', '10.0.0.1'],
  ['[0:0::0001]', '[::1]'],
])('behavior: %s is %s', (host, written) => {
  expect(normaliseHost(host)).toBe(written)
})

test('behavior: what is no host', () => {
  expect(normaliseHost('a b')).toBeUndefined()
  expect(normaliseHost('')).toBeUndefined()
})
