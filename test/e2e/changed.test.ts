import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { runCommand } from './command.ts'
import { copyCheckout } from './copy-checkout.ts'

let checkout = ''
const git = (...words: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@localhost', ...words], { cwd: checkout })
const assay = (...args: string[]) => runCommand(args, { bin: join(checkout, 'bin/assay.mjs'), cwd: checkout })
const write = (name: string, step: string) =>
  writeFileSync(join(checkout, 'scenarios', name), `name: ${name}\nsteps:\n  - ${step}\n`)

beforeAll(() => {
  checkout = copyCheckout()
  writeFileSync(join(checkout, '.gitignore'), 'node_modules\n.assay\nreports/runs\n')
  write('reads.yaml', 'query: { tool: data_get_token_price, token: WETH }')
  write('wraps.yaml', 'act: { kind: wrap, amount: 0.01 ETH }')
})
afterAll(() => rmSync(checkout, { recursive: true, force: true }))

test('error: outside a repository, and of a commit that is not there', async () => {
  const outside = await assay('run', '--changed')
  expect(outside.code).toBe(2)
  expect(outside.stderr).toContain('not a git repository')
  git('init', '--quiet')
  git('add', '.')
  git('commit', '--quiet', '--message', 'start')
  const unknown = await assay('run', '--changed=--nothing')
  expect(unknown.code).toBe(2)
  expect(unknown.stderr).toContain('no such commit')
})

test('default: what a changed file can affect runs, and nothing where nothing changed', async () => {
  const none = await assay('run', '--changed')
  expect([none.code, none.stdout]).toEqual([0, ''])
  expect(none.stderr).toContain('nothing to run')
  write('added.yaml', 'mine: 1')
  const added = await assay('run', '--changed')
  expect(added.code).toBe(0)
  expect(added.stderr).toContain('1 changed file can affect 1 of 3 scenarios')
  git('add', '.')
  git('commit', '--quiet', '--message', 'more')
  const since = await assay('run', '--changed=HEAD~1', '--workers', '1')
  expect(since.stderr).toContain('can affect 1 of 3 scenarios')
})

test('behavior: of a scenario outside the checkout git cannot tell, and so it runs', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-elsewhere-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'own.yaml'), 'name: own\nsteps:\n  - mine: 1\n')
  const own = await assay('run', folder, '--changed', '--workers', '1')
  expect(own.code).toBe(0)
  expect(own.stderr).toContain('0 changed files and 1 of which git cannot tell can affect 1 of 1 scenarios')
})

test('error: git itself fails', async () => {
  writeFileSync(join(checkout, '.git/index'), 'x')
  const failed = await assay('run', '--changed')
  expect(failed.code).toBe(2)
  expect(failed.stderr).toContain('index file smaller than expected')
})
