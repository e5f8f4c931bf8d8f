import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { holdPort } from './hold-port.ts'

/** Whether a connection has a port of this machine (proc_net_tcp(5)): the system gives that to nobody who asks for any. */
const isTaken = (port: number) =>
  new RegExp(`^ *\\d+: 0100007F:${port.toString(16).toUpperCase().padStart(4, '0')} \\S+ 01 `, 'm').test(
    readFileSync('/proc/net/tcp', 'utf8'),
  )

/** Answer how a connection ends: what listens in these tests ends each at once. */
const reach = (port: number) =>
  new Promise((resolve) => {
    connect(port, '127.0.0.1')
      .on('error', ({ code }: NodeJS.ErrnoException) => resolve(code))
      .on('close', () => resolve('reached'))
      .resume()
  })

test('default: who listens at it may end and come back, and nobody takes its place meanwhile', async () => {
  const { port, release } = await holdPort()
  expect(await reach(port)).toBe('ECONNREFUSED')
  for (let round = 0; round < 2; round += 1) {
    const server = createServer((socket) => socket.destroy()).listen(port, '127.0.0.1')
    await once(server, 'listening')
    expect(await reach(port)).toBe('reached')
    server.close()
    expect([await reach(port), isTaken(port)]).toEqual(['ECONNREFUSED', true])
  }
  release()
  await expect.poll(() => isTaken(port)).toBe(false)
})
