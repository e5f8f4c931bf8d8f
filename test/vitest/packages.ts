import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { PROJECT_ROOT } from '../../harness/cli/paths.ts'
import { readRecord } from '../../harness/record/read-record.ts'

/** What is installed here. */
export const NODE_MODULES = join(PROJECT_ROOT, 'node_modules')

/** The example of the README. */
export const EXAMPLE =
  /```ts\n(import \{ test as base[\s\S]*?)```/.exec(
    readFileSync(join(PROJECT_ROOT, 'README.md'), 'utf8'),
  )?.[1] ?? ''

/** Open a package of its own, which has vitest, and this one where `install` puts it. */
export function openPackage(install: (place: string) => unknown): string {
  const project = mkdtempSync(join(tmpdir(), 'assay-package-'))
  onTestFinished(() => rmSync(project, { recursive: true, force: true }))
  mkdirSync(join(project, 'node_modules'))
  install(join(project, 'node_modules', 'assay'))
  symlinkSync(join(NODE_MODULES, 'vitest'), join(project, 'node_modules', 'vitest'))
  const manifest = { name: 'theirs', type: 'module', dependencies: { assay: `file:${PROJECT_ROOT}` } }
  writeFileSync(join(project, 'package.json'), JSON.stringify(manifest))
  writeFileSync(
    join(project, 'vitest.config.js'),
    'export default { test: { testTimeout: 900_000, hookTimeout: 900_000 } }',
  )
  return project
}

/** Run a module of Node in a folder; answers what it said, and how it ended. */
export async function run(cwd: string, words: readonly string[]) {
  const child = spawn(process.execPath, words, { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data) => {
      said += data
    })
  }
  const [code] = await once(child, 'close')
  return { code, said }
}

/** What starts the sandbox, the SDKs, and a gateway with its agent. */
const APART = ['sandbox/reviewed-module', 'uniswap-v3/sdk-route', 'gateway/the-whole-chain'].map(
  (name) => `scenarios/scripted/${name}.yaml`,
)

/** Long, since a loaded machine takes minutes. */
export const LIMIT_MS = 900_000

const VITEST = [join(NODE_MODULES, 'vitest/vitest.mjs'), 'run', '--no-color']

/** Describe what a package does that has this one where `install` puts it. */
export const describePackage = (how: string, install: (place: string) => unknown) =>
  describe(`a package that has this one ${how}`, () => {
    test(
      'behavior: it runs the example of the README, which fails where nothing is denied',
      {
        timeout: LIMIT_MS,
      },
      async () => {
        const project = openPackage(install)
        writeFileSync(join(project, 'permit.test.ts'), EXAMPLE)
        writeFileSync(join(project, 'early.test.ts'), EXAMPLE.replace("'60s'", "'10s'"))
        const { said, code } = await run(project, VITEST)
        expect(said).toContain('1 failed | 1 passed')
        expect(said).toContain('expected denied by permit with PERMIT_EXPIRED, found committed')
        expect(code).toBe(1)
      },
    )

    test('behavior: it runs a scenario and a property of its own', { timeout: LIMIT_MS }, async () => {
      const project = openPackage(install)
      const assay = join(project, 'node_modules', 'assay', 'bin', 'assay.mjs')
      const folder = join(project, 'node_modules', 'shared')
      mkdirSync(folder)
      const scenario = join(folder, 'wrap.yaml')
      writeFileSync(
        scenario,
        'name: wraps\nsteps:\n  - act: { kind: wrap, amount: 1 ETH }\n    expect: { committed: true }\n',
      )
      const property = join(folder, 'mine.property.ts')
      writeFileSync(
        property,
        `interface Draws { readonly total: number; readonly cell: number }
const draws: Draws = { total: 2, cell: 1 }
export const PROPERTY = { name: 'mine', draws, profile: 'trader', invariants: [], arbitrary: { generate: () => 0 }, check: async () => undefined }
`,
      )
      const ran = await run(project, [
        assay,
        'run',
        scenario,
        '--workers',
        '1',
        '--out',
        join(project, 'runs'),
      ])
      expect(ran.said).toContain('1 scenario: 1 passed')
      const listed = await run(project, [assay, 'list', property])
      expect(listed.said).toContain('mine.property.ts#draws=1-1')
    })

    test(
      'behavior: new scenarios and runs lie beside their work, and the command that is told works',
      { timeout: LIMIT_MS },
      async () => {
        const project = openPackage(install)
        const assay = join(project, 'node_modules', 'assay', 'bin', 'assay.mjs')
        const { said, code } = await run(project, [assay, 'new', 'scenario', 'swaps/small'])
        expect(said).toContain(
          'run it with ./node_modules/assay/bin/assay.mjs run "scenarios/scripted/swaps/small.yaml"',
        )
        expect({ said, code }).toMatchObject({ code: 0 })
        const file = 'scenarios/scripted/swaps/small.yaml'
        const ran = await run(project, [assay, 'run', file, '--workers', '1'])
        expect(ran.said).toContain('1 scenario: 1 passed')
        expect(ran.said).toMatch(/report: reports\/runs\/\S+\/index\.html/)
        const { scenarios } = readRecord(join(project, 'reports/runs/latest/run.json'))
        expect(scenarios[0]?.replay).toMatch(/^\.\/node_modules\/assay\/bin\/assay\.mjs replay "/)
        expect((await run(project, [assay, '--help'])).said).toContain(
          '$ ./node_modules/assay/bin/assay.mjs run ',
        )
        const kept = await run(project, [assay, 'run', file, '--last-failed'])
        expect(kept.said).toMatch(/nothing to run: \S+ passed/)
      },
    )

    test(
      'behavior: what has threads and processes of its own starts them there',
      {
        timeout: LIMIT_MS,
      },
      async () => {
        const project = openPackage(install)
        for (const [index, path] of APART.entries())
          copyFileSync(join(PROJECT_ROOT, path), join(project, `${index}.yaml`))
        const assay = join(project, 'node_modules', 'assay', 'bin', 'assay.mjs')
        const files = APART.map((_, index) => join(project, `${index}.yaml`))
        const { said, code } = await run(project, [assay, 'run', ...files, '--out', join(project, 'runs')])
        expect({ said, code }).toMatchObject({ said: expect.stringContaining('5 passed'), code: 0 })
      },
    )
  })
