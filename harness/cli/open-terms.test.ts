import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { Command } from 'commander'
import { expect, onTestFinished, test } from 'vitest'
import { explainRefusal } from '../queue/run-terms.ts'
import { COMMANDS } from './command-line.ts'
import { writeTerms } from './open-pool.ts'
import { openTerms } from './open-terms.ts'
import { PROJECT_ROOT } from './paths.ts'

const SERVED = { worldHash: 'a'.repeat(64), anvilVersion: 'anvil 1.7.1' }

test('behavior: a worker leaves a run alone of a property that changed since it may have loaded it', () => {
  const directory = mkdtempSync(join(tmpdir(), 'assay-terms-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const path = join(directory, 'a.property.ts')
  const file = relative(PROJECT_ROOT, path)
  const termsFor = openTerms({}, SERVED)
  const serve = () => explainRefusal('run-1', writeTerms({}, SERVED, [file]), termsFor([file]))
  // One that is not there was not loaded.
  expect(termsFor([file]).files).toEqual({})
  writeFileSync(path, 'export const PROPERTY = 1\n')
  expect(serve()).toBeUndefined()
  writeFileSync(path, 'export const PROPERTY = 2\n')
  expect(serve()).toMatchObject({
    code: 'WORKER_UNLIKE',
    details: { expected: expect.stringContaining(file), hint: expect.stringContaining('start the worker') },
  })
})

test('behavior: a worker that is unlike is told of options that it has', () => {
  const program = new Command()
  for (const add of COMMANDS) add(program, {} as never, () => undefined, [])
  const options = program.commands.find((command) => command.name() === 'worker')?.options ?? []
  const own = writeTerms({}, SERVED, [])
  const { hint = '' } = explainRefusal('run-1', { ...own, worldHash: '' }, own)?.details ?? {}
  const told = hint.match(/--[a-z-]+/g)
  expect(told).toContain('--rpc-url')
  expect(options.map(({ long }) => long)).toEqual(expect.arrayContaining(told ?? []))
})
