import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSshPorts } from '../../bin/workspace/ssh-ports.ts'
import { createSshBackend } from '../../tools/workspace/backends/ssh-backend.ts'
import { workspaceError } from '../../tools/workspace/workspace-errors.ts'
import { CLIENT_KEY, openSsh } from './backends.ts'
import { listSleepers, ownTime } from './sleepers.ts'
import { type SshHost, startSshServer } from './ssh-server.ts'
import { hasSshd, SSHD_HINT, startSshd } from './sshd.ts'

let base: string
let host: SshHost
const folders = () => ({ root: join(base, 'root'), allowed: join(base, 'allowed') })
beforeAll(async () => {
  base = mkdtempSync(join(tmpdir(), 'assay-ssh-'))
  for (const folder of Object.values(folders())) mkdirSync(folder)
  host = await startSshServer(CLIENT_KEY.public)
})
afterAll(async () => {
  await host.close()
  rmSync(base, { recursive: true, force: true })
})

const forever = new AbortController().signal
const SECONDS = ownTime(1)

describe('host key', () => {
  test('error: HOST_KEY_UNKNOWN before anything is sent', async () => {
    const before = host.logins
    const expected = `SHA256:${'A'.repeat(43)}`
    const backend = openSsh(folders(), { port: host.port, hostKey: expected })
    await expect(backend.file.readDir('.')).rejects.toMatchObject({
      code: 'HOST_KEY_UNKNOWN',
      args: { found: host.hostKey, expected },
    })
    expect(host.logins).toBe(before)
    await backend.close()
  })

  test.skipIf(!hasSshd)(
    `error: HOST_KEY_UNKNOWN on a real server${hasSshd ? '' : ` (${SSHD_HINT})`}`,
    async () => {
      const real = await startSshd(CLIENT_KEY.public)
      const backend = openSsh(folders(), { ...real, hostKey: host.hostKey })
      await expect(backend.file.readDir('.')).rejects.toMatchObject({ code: 'HOST_KEY_UNKNOWN' })
      await backend.close()
      await real.close()
    },
  )
})

test('error: BACKEND_BESIDE_KEYS for an address that is refused, before anything is sent', async () => {
  const { logins } = host
  const ports = createSshPorts(
    { host: 'localhost', port: host.port, user: 'tester', privateKey: CLIENT_KEY.private },
    (address) => {
      throw workspaceError('BACKEND_BESIDE_KEYS', { host: `${address}` })
    },
  )
  const backend = createSshBackend({ name: 'ssh', root: folders().root, hostKey: host.hostKey }, ports)
  await expect(backend.file.readDir('.')).rejects.toMatchObject({
    code: 'BACKEND_BESIDE_KEYS',
    args: { host: '127.0.0.1' },
  })
  expect(host.logins).toBe(logins)
  await backend.close()
})

test('behavior: one connection serves many calls, and a lost one is made anew', async () => {
  const backend = openSsh(folders(), host)
  const before = host.logins
  await Promise.all([1, 2, 3].map(() => backend.file.readDir('.')))
  expect(host.logins).toBe(before + 1)
  const running = backend.exec.run({ program: 'sleep', args: [`${SECONDS}`] }, () => undefined, forever)
  const lost = expect(running).rejects.toMatchObject({ code: 'BACKEND_DISCONNECTED' })
  // The command has begun once a later one on the same connection has ended.
  await backend.exec.run({ program: 'true', args: [] }, () => undefined, forever)
  host.cut()
  await lost
  await backend.file.writeFile('after.txt', new Uint8Array([1]))
  expect(host.logins).toBe(before + 2)
  // The runner saw its input end, and a command that begins after that ends after that.
  await expect.poll(() => listSleepers([SECONDS])).toEqual([])
  await backend.close()
})

test('behavior: what kills its runner leaves nothing behind', async () => {
  const backend = openSsh(folders(), host)
  const command = { program: 'bash', args: ['-c', `kill -9 $PPID; sleep ${SECONDS}`] }
  expect(await backend.exec.run(command, () => undefined, forever)).toEqual({ exitCode: 137 })
  expect(listSleepers([SECONDS])).toEqual([])
  await backend.close()
})

test('error: BACKEND_DISCONNECTED without a server, and after the end', async () => {
  const gone = await startSshServer(CLIENT_KEY.public)
  await gone.close()
  const backend = openSsh(folders(), gone)
  await expect(backend.file.stat('x')).rejects.toMatchObject({ code: 'BACKEND_DISCONNECTED' })
  await backend.close()
  await expect(backend.file.stat('x')).rejects.toMatchObject({ code: 'BACKEND_DISCONNECTED' })
})

test('error: ROOT_INVALID for a root that the host does not have', async () => {
  const backend = openSsh({ ...folders(), root: '/nonexistent/folder' }, host)
  await expect(backend.file.stat('x')).rejects.toMatchObject({ code: 'ROOT_INVALID' })
  await backend.close()
})
