import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { listFiles } from '../../scripts/find-tool-files.ts'
import { findUnfilled } from '../../scripts/find-unfilled.ts'
import { runCommand } from './command.ts'
import { copyCheckout, copyPart } from './copy-checkout.ts'
import { BANK, FILLED, SCENARIO } from './scratch-protocol.ts'

/** Its two folders, its scenarios, generated files and the package list: nothing else may change. */
const OWN =
  /^(tools|harness)\/protocols\/scratch\/|^scenarios\/scripted\/scratch\/|\/generated\/|^package(-lock)?\.json$/
const COPIED = [
  'scripts',
  'test',
  'biome.json',
  'no-module-mocks.grit',
  'vitest.config.ts',
  'package-lock.json',
  '.dependency-cruiser.cjs',
]
const FOLDERS = ['bin', 'harness', 'tools', 'reports', 'scripts', 'test', 'scenarios']

const readAll = (root: string): ReadonlyMap<string, string> =>
  new Map(
    [
      ...FOLDERS.flatMap((folder) => listFiles(join(root, folder)).map((path) => `${folder}/${path}`)),
      ...COPIED.filter((part) => part.includes('.')),
      'package.json',
    ]
      .filter((path) => /\.\w+$/.test(path) && !path.startsWith('reports/runs'))
      .map((path) => [path, readFileSync(join(root, path), 'latin1')] as const),
  )

test('behavior: a protocol is its two folders: made, filled in, and carried out on a fork', async () => {
  const root = copyCheckout()
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  for (const part of COPIED) copyPart(part, root)
  const before = readAll(root)
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const run = (script: string, ...args: readonly string[]) =>
    execFileSync(process.execPath, [join(root, 'scripts', script), ...args], { cwd: root, encoding: 'utf8' })
  run('new-protocol.ts', 'scratch')
  const tool = ['--protocol', 'scratch', '--category', 'yield']
  run('new-tool.ts', 'scratch_get_exchanged', ...tool, '--tier', 'read')
  run('new-tool.ts', 'scratch_exchange_ether', ...tool, '--tier', 'write', '--kind', 'scratch-exchange')
  const scaffolded = [...readAll(root).keys()].filter((path) => !before.has(path)).sort()
  expect(scaffolded).toEqual(Object.keys(FILLED).sort())

  for (const [path, changes] of Object.entries(FILLED)) fillIn(join(root, path), changes)
  write('tools/protocols/scratch/contracts/Bank.sol', BANK)
  write('harness/protocols/scratch/bank.json', JSON.stringify(compileBank()))
  write('scenarios/scripted/scratch/exchange.yaml', SCENARIO)
  expect(findUnfilled(root)).toEqual([])

  // Preview, commit, cage and oracle.
  const bin = join(root, 'bin/assay.mjs')
  const played = await runCommand(['run', 'scenarios/scripted/scratch', '--workers', '1'], { bin, cwd: root })
  expect(`${played.stdout}${played.stderr}`).toContain('1 passed')
  expect(played.code).toBe(0)

  // Its cases, by the suite that takes every tool through its own.
  const { VITEST: _, ...env } = process.env
  const vitest = join(root, 'node_modules/.bin/vitest')
  const suite = ['run', 'test/conformance', '-t', 'scratch_', '--typecheck.enabled=false']
  const tested = execFileSync(vitest, suite, { cwd: root, encoding: 'utf8', env })
  expect(tested).toMatch(/6 passed/)

  const after = readAll(root)
  const touched = [...new Set([...before.keys(), ...after.keys()])].filter(
    (path) => before.get(path) !== after.get(path),
  )
  expect(touched.filter((path) => !OWN.test(path))).toEqual([])
})

function fillIn(path: string, changes: readonly (readonly [string | RegExp, string])[]): void {
  let text = readFileSync(path, 'utf8')
  for (const [find, replace] of changes) {
    const changed = text.replace(find, () => replace)
    expect(changed, `${path} holds no ${find}`).not.toBe(text)
    text = changed
  }
  writeFileSync(path, text)
}

function compileBank() {
  const solc = createRequire(import.meta.url)('solc') as { compile(input: string): string }
  const input = {
    language: 'Solidity',
    sources: { 'Bank.sol': { content: BANK } },
    settings: { outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } } },
  }
  const { contracts } = JSON.parse(solc.compile(JSON.stringify(input)))
  const { abi, evm } = contracts['Bank.sol'].Bank
  return { name: 'Bank', abi, bytecode: `0x${evm.bytecode.object}` }
}
