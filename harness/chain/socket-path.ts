import { relative, resolve } from 'node:path'
import { HarnessError } from '../errors.ts'

/** Size of `sun_path` in Linux' sockaddr_un, without the final zero. */
const SOCKET_PATH_BYTES = 107

/**
 * Choose a path that fits into a socket address: relative to the working directory when the absolute one is too long.
 *
 * @throws HarnessError ANVIL_START_FAILED
 */
export function chooseSocketPath(path: string): string {
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
