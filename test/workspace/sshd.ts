import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { holdPort } from '../../harness/hold-port.ts'
import { makeKeyPair, nameKey } from './ssh-server.ts'

/** Debian's SSH server. */
const SSHD = '/usr/sbin/sshd'

/** Whether it is installed. */
export const hasSshd = existsSync(SSHD)

/** How to get it, for the names of tests that are skipped. */
export const SSHD_HINT = 'sshd is not installed: apt-get install openssh-server'

/** A host with a real server. */
export interface SshdHost {
  readonly port: number
  readonly hostKey: string
  readonly user: string
  close(): Promise<void>
}

/** Start sshd on a free port of this machine, with a host key of its own, for one key. */
export async function startSshd(
  clientPublicKey: string,
  user: string = userInfo().username,
): Promise<SshdHost> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-sshd-'))
  // It reads which keys may log in as the user who does.
  chmodSync(folder, 0o755)
  const host = makeKeyPair()
  const write = (name: string, text: string, mode = 0o600) => {
    writeFileSync(join(folder, name), text)
    chmodSync(join(folder, name), mode)
    return join(folder, name)
  }
  const { port, release } = await holdPort()
  const config = write(
    'sshd_config',
    [
      `Port ${port}`,
      'ListenAddress 127.0.0.1',
      `HostKey ${write('host_key', host.private)}`,
      `AuthorizedKeysFile ${write('authorized_keys', `${clientPublicKey}\n`, 0o644)}`,
      `PidFile ${join(folder, 'pid')}`,
      'PasswordAuthentication no',
      'KbdInteractiveAuthentication no',
      'PermitRootLogin prohibit-password',
      'StrictModes no',
      'UsePAM no',
      'Subsystem sftp internal-sftp',
      '',
    ].join('\n'),
  )
  // It wants this folder whatever its config says.
  if (userInfo().uid === 0) mkdirSync('/run/sshd', { recursive: true })
  const child = spawn(SSHD, ['-D', '-e', '-f', config], { stdio: ['ignore', 'ignore', 'pipe'] })
  await listening(child, port)
  return {
    port,
    hostKey: nameKey(host.public),
    user,
    async close() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
      release()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Wait until the server says that it listens. */
async function listening(child: ChildProcess, port: number): Promise<void> {
  const said: string[] = []
  for await (const line of createInterface({ input: child.stderr as NodeJS.ReadableStream })) {
    said.push(line)
    if (!line.includes(`listening on 127.0.0.1 port ${port}`)) continue
    child.stderr?.resume()
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    socket.destroy()
    return
  }
  throw new Error(`sshd did not start:\n${said.join('\n')}`)
}
