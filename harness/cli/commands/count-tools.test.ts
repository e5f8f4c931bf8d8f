import { expect, test } from 'vitest'
import { DEV_REGISTRY } from '../../../tools/profiles/dev.ts'
import { COVERAGE_UNIVERSE, UNREACHABLE_TOOLS } from '../../coverage/universe.ts'
import { STAND_INS } from '../../record/stand-ins.ts'
import { labelOf } from '../standings.ts'
import { countTools } from './count-tools.ts'

const { tools, protocols } = DEV_REGISTRY
const sumOf = (groups: Readonly<Record<string, number>>) =>
  Object.values(groups).reduce((sum, size) => sum + size, 0)

test('default: every tool of the registry is in one group of each kind', () => {
  const { all, real, notExercised, ...groupings } = countTools(tools)
  expect(all).toBe(tools.length)
  expect(Object.values(groupings).map(sumOf)).toEqual([all, all, all, all])
  const stoodIn = tools.filter((tool) => STAND_INS.includes(labelOf(tool)))
  expect(real).toBe(all - stoodIn.length)
  expect(notExercised).toEqual([])
})

test('behavior: every tool that counts is one that coverage asks for', () => {
  const asked = [...COVERAGE_UNIVERSE, ...Object.keys(UNREACHABLE_TOOLS).map((name) => `tool:${name}`)]
  const { all } = countTools(tools, new Set(asked.map((key) => key.replace('tool:', ''))))
  expect(all).toBe(tools.length)
  expect(asked.filter((key) => key.startsWith('tool:'))).toHaveLength(all)
})

test('behavior: what no case exercised is not counted, and is named', () => {
  const [first, ...rest] = tools.map(({ name }) => name)
  const { all, notExercised } = countTools(tools, new Set(rest))
  expect(all).toBe(tools.length - 1)
  expect(notExercised).toEqual([first])
})

test('behavior: a tool of a model protocol is a model, whatever it says itself', () => {
  const models = protocols.filter(({ standing }) => standing === 'model').map(({ id }) => id)
  const ofModels = tools.filter(({ protocol = '' }) => models.includes(protocol))
  expect(ofModels.length).toBeGreaterThan(0)
  expect(new Set(ofModels.map(labelOf))).toEqual(new Set(['model']))
})
