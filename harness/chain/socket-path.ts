import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { HarnessError } from '../errors.ts'

/** Size of `sun_path` in Linux' sockaddr_un, without the final zero. */
const SOCKET_PATH_BYTES = 107

/** A socket's path that no other server listens at until it is released. */
export interface ClaimedSocket {
  /** Relative to the working directory when the absolute path does not fit into a socket address. */
  readonly path: string
  /** Remove the socket and give the path back, once its server has ended. */
  release(): void
}

/**
 * Claim a path for one server: a second one at the same path takes the first one's clients over, and both are told
 * apart by nothing.
 *
 * @throws HarnessError SOCKET_IN_USE when it is claimed or a socket is there; ANVIL_START_FAILED when it is too long
 */
export function claimSocket(path: string): ClaimedSocket {
  const chosen = chooseSocketPath(path)
  const claim = `${resolve(path)}.claim`
  const release = () => {
    rmSync(chosen, { force: true })
    rmSync(claim, { force: true })
  }
  try {
    writeFileSync(claim, '', { flag: 'wx' })
  } catch (cause) {
    throw (cause as NodeJS.ErrnoException).code === 'EEXIST' ? inUse(path, cause) : cause
  }
  if (!existsSync(chosen)) return { path: chosen, release }
  rmSync(claim, { force: true })
  throw inUse(path)
}

const inUse = (path: string, cause?: unknown) =>
  new HarnessError('SOCKET_IN_USE', 'a socket of this name is already there', {
    where: resolve(path),
    expected: 'a name that no other process of the run uses',
    found: 'a socket, or a process that is about to listen at it',
    hint: 'give each node and guardian of a run directory a name of its own',
    cause,
  })

function chooseSocketPath(path: string): string {
  const absolute = resolve(path)
  const local = relative('', absolute)
  const fits = [absolute, local].find((candidate) => Buffer.byteLength(candidate) <= SOCKET_PATH_BYTES)
  if (fits !== undefined) return fits
  throw new HarnessError('ANVIL_START_FAILED', 'the path of a socket is too long', {
    where: absolute,
    expected: `at most ${SOCKET_PATH_BYTES} bytes`,
    found: `${Buffer.byteLength(absolute)} bytes`,
    hint: 'start from a directory nearer to the state directory, or move the checkout to a shorter path',
  })
}
