import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { STEPS } from '../../harness/scenario/step-list.ts'
import { findStepNames } from '../../scripts/find-step-names.ts'

const ROOT = join(import.meta.dirname, '../..')
const list = (folder: string, ext: string) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ext))
    .map((file) => `${folder}/${file}`)
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

const KINDS: readonly string[] = STEPS.map(({ kind }) => kind)
const fileOf = (kind: string) =>
  `harness/scenario/steps/${kind.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`

/** The model says by itself what an agent's step may come to; of steps that it does not know it says nothing. */
const MODEL = /^harness\/property\/model\//

test('behavior: every step is one file, and every file is in the list once', () => {
  expect(KINDS.map(fileOf).sort()).toEqual(list('harness/scenario/steps', '.ts').sort())
})

test('behavior: a file exports its step and nothing else', () => {
  for (const kind of KINDS) {
    const exported = read(fileOf(kind)).match(/^export .*$/gm) ?? []
    expect(exported, fileOf(kind)).toHaveLength(1)
    expect(exported[0], fileOf(kind)).toMatch(/^export const [A-Z_]+ = define(Step|Syntax)\(\{$/)
  }
})

test('behavior: no step knows another', () => {
  for (const kind of KINDS) expect(read(fileOf(kind)), fileOf(kind)).not.toMatch(/from '\.\/|\/steps\//)
})

test('behavior: nothing but its file and the list knows a step, so that no other place is touched by a new one', () => {
  const files = ['harness', 'reports']
    .flatMap((folder) => list(folder, '.ts'))
    .filter((file) => !/\.test(-d)?\.ts$/.test(file) && !MODEL.test(file))
    .filter((file) => !file.startsWith('harness/scenario/steps/'))
  expect(files.length).toBeGreaterThan(100)
  expect(files.flatMap((file) => findStepNames(file, read(file), KINDS))).toEqual([])
})

test.each([
  ["import type { Step } from '../scenario/scenario.ts'\nif (step.action.kind === 'mine') stop()", 'mine'],
  ["import type { StepAction } from './step-list.ts'\nif ('mine' !== action.kind) stop()", 'mine'],
  ["import type { StepAction } from './step-list.ts'\nswitch (action.kind) { case 'mine': stop() }", 'mine'],
  ["import { STEPS } from './step-list.ts'\nconst names = ['mine', 'together']", 'mine, together'],
  ["import { runStep } from './run-step.ts'\nrunStep({ kind: 'mine', blocks: 1 }, stage)", 'mine'],
  [
    "import { hasTrait } from './find-step.ts'\nconst names = new Set(['mine', 'together'])",
    'mine, together',
  ],
  ["import { MINE } from './steps/mine.ts'", './steps/mine.ts'],
])('behavior: the check finds %j', (text, found) => {
  expect(findStepNames('a.ts', text, KINDS)).toEqual([expect.stringContaining(found)])
})

test.each([
  "import type { Stage } from '../stage/stage.ts'\nif (action.kind === 'transfer') stop()",
  "import type { Step } from '../scenario/scenario.ts'\nif (setup.gas === 'normal') stop()",
])('behavior: the check leaves %j alone', (text) => {
  expect(findStepNames('a.ts', text, KINDS)).toEqual([])
})

test('behavior: every step stands in a scenario', () => {
  const text = list('scenarios/scripted', '.yaml').map(read).join('\n')
  const unseen = KINDS.filter((kind) => !new RegExp(`^\\s*- (\\{ )?${kind}:`, 'm').test(text))
  expect(unseen).toEqual([])
})
