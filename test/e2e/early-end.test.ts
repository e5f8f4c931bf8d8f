import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { PROJECT_ROOT } from '../../harness/cli/paths.ts'
import { pressKey, runCommand } from './command.ts'

const directory = mkdtempSync(join(tmpdir(), 'assay-early-'))
afterAll(() => rmSync(directory, { recursive: true }))

const write = (name: string, text: string) => {
  const path = join(directory, name)
  writeFileSync(path, text)
  return path
}

test.each([
  0, 1, 3,
])('error: a module that ends the process with %i does not say what a command came to', async (code) => {
  const path = write(`exits-${code}.property.ts`, `process.exit(${code})\n`)
  const ended = await runCommand(['validate', path])
  expect([ended.code, ended.stdout]).toEqual([2, ''])
  expect(ended.stderr).toContain(`an exit with code ${code}`)
  expect(ended.stderr).toContain(`${path}:1`)
})

test('error: a module that waits for what never comes is no passed command', async () => {
  const ended = await runCommand(['validate', write('waits.property.ts', 'await new Promise(() => {})\n')])
  expect([ended.code, ended.stdout]).toEqual([2, ''])
  expect(ended.stderr).toContain('waits for what never comes')
})

test('behavior: Ctrl-C is heard while a module of a property loads, and ends the command', async () => {
  const path = write(
    'loads.property.ts',
    "setInterval(() => {}, 1000)\nprocess.stderr.write('it loads')\nawait new Promise(() => {})\n",
  )
  let isPressed = false
  const ended = await runCommand(['validate', path], {
    during(child, stderr) {
      if (isPressed || !stderr.includes('it loads')) return
      isPressed = true
      pressKey(child)
    },
  })
  expect(isPressed).toBe(true)
  expect(ended.code).toBe(130)
  expect(ended.stderr).toContain('interrupted by SIGINT before anything was written')
})

test('behavior: Ctrl-C while a gateway starts ends it with 130, and its agent is not started', async () => {
  write(
    'registers.mjs',
    `export default async () => {
  const interrupted = new Promise((resolve) => process.once('SIGINT', resolve))
  process.stderr.write('it registers')
  await interrupted
}
`,
  )
  const config = write(
    'gateway.toml',
    `[gateway]
plugins = ["registers.mjs"]
[[sessions]]
key = "main"
command = ["touch", "${join(directory, 'started')}"]
`,
  )
  let isPressed = false
  const ended = await runCommand(['gateway', config], {
    env: { ASSAY_GATEWAY_TOKEN: 'a'.repeat(32) },
    during(child, stderr) {
      if (isPressed || !stderr.includes('it registers')) return
      isPressed = true
      pressKey(child)
    },
  })
  expect(isPressed).toBe(true)
  expect([ended.code, ended.stdout]).toEqual([130, ''])
  expect(ended.stderr).toContain('interrupted by SIGINT before anything was written')
  expect(existsSync(join(directory, 'started'))).toBe(false)
  // It has given back what it held.
  expect(readdirSync(join(directory, '.gateway'))).toEqual([])
})

test('error: WORKER_DIED for a check that does not await what fails', async () => {
  const path = write(
    'floats.property.ts',
    `import * as fc from '${join(PROJECT_ROOT, 'node_modules/fast-check/lib/fast-check.js')}'
export const PROPERTY = {
  name: 'nothing is awaited',
  draws: { total: 1, cell: 1 },
  profile: 'trader',
  arbitrary: fc.constant(0),
  async check() {
    Promise.reject(new Error('not so'))
  },
}
`,
  )
  const ended = await runCommand(['run', path, '--out', join(directory, 'runs')])
  expect(ended.code).toBe(2)
  expect(ended.stderr).toContain('WORKER_DIED: a property left an error behind that nothing caught')
  expect(ended.stderr).toMatch(/found: +not so/)
})
