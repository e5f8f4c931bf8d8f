/**
 * The SDKs of protocols as a process: they are heavy, written for `require`, and no part of the stack.
 *
 * node process.ts --ipc <socket>
 *
 * It holds no key, reads no chain and asks no network: each connection to its socket asks for one computation, by one line
 * each way. Its starter ends it by closing its standard input; then it removes the folder of its socket.
 */
import { readFileSync, rmSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { createServer, type Socket } from 'node:net'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { readLine } from '../guardian/read-line.ts'
import type { SidecarAnswer, SidecarRequest, SidecarStatus } from './messages.ts'
import { SDK_VERSIONS } from './sdk-versions.ts'
import { METHODS } from './uniswap-maths.ts'

/** How long a client may take to write a request. */
const REQUEST_TIMEOUT_MS = 10_000

const say = (status: SidecarStatus) => process.stdout.write(`${JSON.stringify(status)}\n`)
const describe = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause))

/** The versions of what was loaded, as the packages themselves say. */
const readVersions = () =>
  Object.fromEntries(Object.keys(SDK_VERSIONS).map((name) => [name, readVersion(name)]))

function readVersion(name: string): string {
  const path = findPackageJSON(name, import.meta.url)
  if (path === undefined) throw new Error(`${name} is not installed`)
  return `${JSON.parse(readFileSync(path, 'utf8')).version}`
}

async function compute(line: string): Promise<SidecarAnswer> {
  try {
    const { method, params }: SidecarRequest = JSON.parse(line)
    if (!Object.hasOwn(METHODS, method)) throw new RangeError(`there is no method ${method}`)
    return { result: await METHODS[method as keyof typeof METHODS](params as never) }
  } catch (cause) {
    return { failed: describe(cause) }
  }
}

async function serve(socket: Socket): Promise<void> {
  socket.on('error', () => socket.destroy())
  socket.setTimeout(REQUEST_TIMEOUT_MS, () => socket.destroy())
  const line = await readLine(socket)
  socket.setTimeout(0)
  socket.end(`${JSON.stringify(await compute(line))}\n`)
}

async function main(socketPath: string): Promise<void> {
  const server = createServer((socket) => void serve(socket).catch(() => socket.destroy()))
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(socketPath, resolve))
  say({ versions: readVersions() })
  // Its starter is gone when the input ends, however it went; the folder of the socket is nobody else's.
  for await (const _ of process.stdin);
  rmSync(dirname(socketPath), { recursive: true, force: true })
}

const { ipc } = parseArgs({ options: { ipc: { type: 'string', default: '' } } }).values
main(ipc).then(
  () => process.exit(0),
  (cause: unknown) => {
    say({ failed: describe(cause) })
    process.exit(1)
  },
)
