import { execFileSync } from 'node:child_process'
import { cpSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { PROJECT_ROOT } from '../../harness/cli/paths.ts'
import { listFiles } from '../../scripts/find-tool-files.ts'
import { findUnfilled } from '../../scripts/find-unfilled.ts'
import { copyCheckout } from '../e2e/copy-checkout.ts'

const OWN = /^(tools|harness)\/protocols\/scratch\//
const GENERATED = /\/generated\//

const readAll = (root: string): ReadonlyMap<string, string> =>
  new Map(
    ['bin', 'harness', 'tools', 'reports', 'scripts'].flatMap((folder) =>
      listFiles(join(root, folder))
        .filter((path) => /\.\w+$/.test(path))
        .map((path) => [`${folder}/${path}`, readFileSync(join(root, folder, path), 'latin1')] as const),
    ),
  )

test('behavior: nothing in the checkout is left to fill in', () => {
  expect(findUnfilled(PROJECT_ROOT)).toEqual([])
})

test('behavior: a new protocol with tools changes its own folders alone, and names what is missing', () => {
  const root = copyCheckout()
  onTestFinished(() => rmSync(root, { recursive: true }))
  for (const part of ['scripts', 'biome.json', 'no-module-mocks.grit'])
    cpSync(join(PROJECT_ROOT, part), join(root, part), { recursive: true })
  const run = (script: string, ...args: readonly string[]) =>
    execFileSync(process.execPath, [join(root, 'scripts', script), ...args], { cwd: root, encoding: 'utf8' })
  const before = readAll(root)
  run('new-protocol.ts', 'scratch')
  const tool = ['--protocol', 'scratch', '--category', 'yield']
  // An option that means nothing there is not left out silently.
  const readKind = ['scratch_get_rate', ...tool, '--tier', 'read', '--kind', 'scratch-rate']
  expect(() => run('new-tool.ts', ...readKind)).toThrow('a read tool serves no action kind')
  run('new-tool.ts', 'scratch_get_rate', ...tool, '--tier', 'read')
  expect(() => run('new-protocol.ts', 'erc-20')).toThrow('"erc-20" is the same name in code as erc20')
  const taken = ['scratch_wrap_token', ...tool, '--tier', 'write', '--kind', 'wrap']
  expect(() => run('new-tool.ts', ...taken)).toThrow('action kind "wrap" is that of weth alone')
  run('new-tool.ts', 'scratch_supply_token', ...tool, '--tier', 'write', '--kind', 'scratch-supply')
  const after = readAll(root)
  const changed = [...after].filter(([path, text]) => before.get(path) !== text).map(([path]) => path)
  expect(changed.filter((path) => !OWN.test(path) && !GENERATED.test(path))).toEqual([])
  const parts = changed.filter((path) => OWN.test(path))
  expect(parts).toEqual([
    'harness/protocols/scratch/draw.ts',
    'harness/protocols/scratch/model.ts',
    'harness/protocols/scratch/testbed.ts',
    'tools/protocols/scratch/abi.ts',
    'tools/protocols/scratch/base.ts',
    'tools/protocols/scratch/decoder.ts',
    'tools/protocols/scratch/protocol.ts',
    'tools/protocols/scratch/scratch-get-rate.cases.ts',
    'tools/protocols/scratch/scratch-get-rate.ts',
    'tools/protocols/scratch/scratch-supply-token.cases.ts',
    'tools/protocols/scratch/scratch-supply-token.ts',
    'tools/protocols/scratch/scratch-supply.action.ts',
  ])
  // Each part is named until its author has filled it in.
  const missing = new Set(findUnfilled(root).map((line) => line.slice(0, line.indexOf(':'))))
  expect([...missing].sort()).toEqual(parts)
  expect(after.get('tools/profiles/generated/registry.ts')).toContain("stampActions('scratch'")
  // The scaffold is one that loads, also by a word of the language: the catalogue and its action kinds are built from it.
  run('new-protocol.ts', 'yield')
  run(
    'new-tool.ts',
    'yield_swap_tokens',
    '--protocol',
    'yield',
    ...tool.slice(2),
    '--tier',
    'write',
    '--kind',
    'swap',
  )
  const script = `const { DEV_KINDS } = await import('./harness/dev-kinds.ts')
    const served = DEV_KINDS.find(({ kind }) => kind === 'swap').venues.map(({ protocol }) => protocol)
    console.log(DEV_KINDS.some(({ kind }) => kind === 'scratch-supply') && served.includes('yield'))`
  const loaded = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: root,
    encoding: 'utf8',
  })
  expect(loaded.trim()).toBe('true')
})
