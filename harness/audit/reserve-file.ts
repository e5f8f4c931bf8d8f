import { closeSync, fstatSync, fsyncSync, ftruncateSync, openSync, writeSync } from 'node:fs'
import type { HaltReserve } from '../../tools/safety/halt/halt-reserve.ts'

/** Room for the records of a halt: some hundred entries, each in a commit of a few pages of SQLite's log. */
const RESERVED_BYTES = 2_097_152

/** Keep disk space in a file beside the store; giving it back leaves the file empty. */
export function createReserveFile(path: string): HaltReserve {
  const withFile = (body: (file: number) => void) => {
    const file = openSync(path, 'a')
    try {
      body(file)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
  }
  return {
    hold: () =>
      withFile((file) => {
        const missing = RESERVED_BYTES - fstatSync(file).size
        // Bytes that are written take space; a file that is only long takes none.
        if (missing > 0) writeSync(file, Buffer.alloc(missing, 1))
      }),
    release: () => withFile((file) => ftruncateSync(file, 0)),
  }
}
