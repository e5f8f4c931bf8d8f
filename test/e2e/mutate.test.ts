import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  watch,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chooseStoreDir } from '../../harness/cli/choose-store-dir.ts'
import { PROJECT_ROOT } from '../../harness/cli/paths.ts'
import { type CommandOptions, listProcessesAt, pressKey, runCommand } from './command.ts'
import { copyCheckout } from './copy-checkout.ts'

let checkout = ''
beforeAll(() => {
  checkout = copyCheckout()
  write(
    'scenarios/scripted/wraps.yaml',
    'name: wraps\nsteps:\n  - act: { kind: wrap, amount: 0.01 ETH }\n    expect: { committed: true }\n',
  )
  write(
    'scenarios/property/slow.property.ts',
    `import * as fc from 'fast-check'
import { defineProperty } from '../../harness/property/define-property.ts'
let cases = 0
export const PROPERTY = defineProperty({
  name: 'takes long',
  draws: { total: 100_000, cell: 100_000 },
  profile: 'trader',
  invariants: [],
  arbitrary: fc.integer(),
  async check(_, world) {
    cases += 1
    if (cases === 2) process.stderr.write('case 2\\n')
    await world.open()
  },
})
`,
  )
  // A test that drives the command line, as those do that cite an invariant of the harness.
  write(
    'test/e2e/slow.test.ts',
    `import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { runCommand } from './command.ts'
test('takes long', async () => {
  const { code } = await runCommand(['run', 'scenarios/property/slow.property.ts'], {
    during: (_, stderr) => stderr.includes('case 2') && writeFileSync(${JSON.stringify(join(checkout, 'mark'))}, ''),
  })
  expect(code).toBe(0)
})
`,
  )
  for (const file of [
    'test/e2e/command.ts',
    'test/longest-first.ts',
    'test/preload.mjs',
    'test/scratch.ts',
    'test/slow.ts',
    'vitest.config.ts',
  ]) {
    write(file, readFileSync(join(PROJECT_ROOT, file), 'utf8'))
  }
  const entry = (id: string, killer: string) =>
    `- { id: ${id}, fault: none, violates: [], killers: [${killer}], layer: permit, edits: [{ file: tools/safety/store/clocks.ts, find: 'const raised = ', replace: 'const  raised = ' }] }\n`
  const list = (slow: string) =>
    entry('one', 'scenarios/scripted/wraps.yaml') + entry('two', slow) + entry('three', slow)
  write('by-property.yaml', list('scenarios/property/slow.property.ts'))
  write('by-test.yaml', list('test/e2e/slow.test.ts'))
})
const pages = mkdtempSync(join(tmpdir(), 'assay-mutants-'))
afterAll(() => {
  for (const folder of [checkout, pages]) rmSync(folder, { recursive: true, force: true })
})

function write(name: string, text: string) {
  mkdirSync(dirname(join(checkout, name)), { recursive: true })
  writeFileSync(join(checkout, name), text)
}

const listBelow = (folder: string) =>
  readdirSync(join(checkout, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(checkout, join(entry.parentPath, entry.name)))

/** Every source of the checkout, with a hash of what it holds, and what runs left in the state directory. */
const readTree = () => ({
  sources: Object.fromEntries(
    readdirSync(checkout)
      .filter((name) => !['node_modules', '.assay', 'mark'].includes(name))
      .flatMap((name) => (statSync(join(checkout, name)).isFile() ? [name] : listBelow(name)))
      .map((path) => [
        path,
        createHash('sha256')
          .update(readFileSync(join(checkout, path)))
          .digest('hex'),
      ]),
  ),
  left: places()
    .filter((place) => existsSync(place))
    .flatMap((place) => readdirSync(place).filter((name) => name.startsWith('run-'))),
})

/** Where runs of the checkout keep what is theirs alone. */
const places = () => {
  const stateDir = join(checkout, '.assay')
  return [stateDir, chooseStoreDir(stateDir)]
}

const listRunning = () => [checkout, ...places()].flatMap(listProcessesAt)

const mutate = (list: string, during: CommandOptions['during'], ...more: string[]) =>
  runCommand(['mutate', '--file', list, '--workers', '1', ...more], {
    bin: join(checkout, 'bin/assay.mjs'),
    cwd: checkout,
    ...(during ? { during } : {}),
  })

describe('I72: Ctrl-C ends a campaign at once; what was judged is reported, what was not is not', () => {
  test('while a property runs', async () => {
    const before = readTree()
    let isSent = false
    const page = join(pages, 'mutants.html')
    const { code, stdout } = await mutate(
      'by-property.yaml',
      (child, stderr) => {
        if (isSent || !stderr.includes('case 2')) return
        isSent = true
        pressKey(child)
      },
      '--page',
      page,
    )
    expect(isSent).toBe(true)
    expect(code, stdout).toBe(130)
    expect(stdout).toMatch(/^one +permit .*SURVIVED 1 scenario, tools\/safety\/store\/clocks\.test\.ts$/m)
    expect(stdout).not.toMatch(/^(two|three) /m)
    expect(
      readFileSync(page, 'utf8').match(/<tr class="[^"]*" data-terms=[^>]*><th[^>]*><code>\w+/g),
    ).toEqual([expect.stringMatching(/verdict:survived[^>]*><th[^>]*><code>one$/)])
    expect(readFileSync(page, 'utf8')).toContain('interrupted by SIGINT; 2 mutants not judged')
    expect(stdout).toContain('partial report, interrupted by SIGINT: 2 of 3 mutants were not judged')
    expect(listRunning()).toEqual([])
    expect(readTree()).toEqual(before)
  })

  test('while a test file drives a command', async () => {
    const before = readTree()
    let isSent = false
    const { code, stdout } = await mutate(
      'by-test.yaml',
      (child) => {
        if (isSent) return
        isSent = true
        const watcher = watch(checkout, () => {
          if (!existsSync(join(checkout, 'mark'))) return
          watcher.close()
          pressKey(child)
        })
      },
      '--json',
    )
    expect(code, stdout).toBe(130)
    const { mutants, incomplete } = JSON.parse(stdout)
    expect(mutants).toMatchObject([{ mutant: { id: 'one' }, verdict: { kind: 'survived' } }])
    expect(incomplete).toMatchObject({ cause: 'interrupted', code: 'SIGINT' })
    expect(listRunning()).toEqual([])
    expect(readTree()).toEqual(before)
  })
})
