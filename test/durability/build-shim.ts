import { spawnSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'

/** Compile the fault shim with the machine's C compiler; answers the path of the library. */
export function buildShim(): string {
  const library = join(mkdtempSync(join(inject('scratch'), 'shim-')), 'fault-shim.so')
  const source = join(import.meta.dirname, 'fault-shim.c')
  const { error, status, stderr } = spawnSync(
    'gcc',
    ['-shared', '-fPIC', '-O2', '-Wall', '-Wno-format-truncation', '-o', library, source, '-ldl'],
    { encoding: 'utf8' },
  )
  if (error) {
    throw new Error(
      'no C compiler: these tests let real file operations fail, by a small library that gcc compiles.\n  do: apt-get install gcc libc6-dev',
    )
  }
  if (status !== 0) throw new Error(`the fault shim does not compile:\n${stderr}`)
  return library
}
