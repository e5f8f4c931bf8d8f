import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CATEGORIES } from '../core/tool-def.ts'
import { DEV_REGISTRY } from '../profiles/dev.ts'
import { type Choosable, chooseTools, MOST_DESCRIBED_TOOLS } from './choose-tools.ts'

const TOOLS: readonly Choosable[] = DEV_REGISTRY.tools
const choose = (goal: string, recent: readonly string[] = []) => chooseTools({ goal, recent, tools: TOOLS })

const word = fc.constantFrom('data', 'get', 'swap', 'pool', 'token', 'price', 'vault', 'supply')
const drawnTool = fc.record({
  name: fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join('_')),
  category: fc.constantFrom(...CATEGORIES),
  description: fc.array(word, { maxLength: 5 }).map((words) => words.join(' ')),
})
const input = fc.record({
  goal: fc.oneof(
    fc.string(),
    fc.array(word).map((words) => words.join(' ')),
  ),
  recent: fc.array(fc.oneof(fc.string(), word), { maxLength: 8 }),
  tools: fc.uniqueArray(drawnTool, { maxLength: 40, selector: ({ name }) => name }),
})

describe('chooseTools', () => {
  test('default: what the goal is about', () => {
    expect(choose('Swap USDC for WETH on Uniswap').slice(0, 3)).toEqual(
      expect.arrayContaining([expect.stringContaining('uniswap')]),
    )
    expect(choose('What is my balance of tokens?')).toContain('data_get_token_balance')
    expect(choose('Which allowances live?')).toContain('data_get_allowance')
  })

  test('behavior: what was called of late tells what the goal does not', () => {
    const named = choose('go on', ['data_get_allowance'])
    expect(named[0]).toBe('data_get_allowance')
    expect(choose('go on')[0]).not.toBe('data_get_allowance')
  })

  test('behavior: a goal that names nothing has one tool of each category first', () => {
    const categoryOf = (name: string) => TOOLS.find((tool) => tool.name === name)?.category
    const found = choose('').map(categoryOf)
    expect(new Set(found).size).toBe(
      Math.min(MOST_DESCRIBED_TOOLS, new Set(TOOLS.map(({ category }) => category)).size),
    )
  })

  test('property: at most 12, all of the profile, each once, and as many as there are', () => {
    fc.assert(
      fc.property(input, (drawn) => {
        const chosen = chooseTools(drawn)
        expect(new Set(chosen).size).toBe(chosen.length)
        expect(chosen.length).toBe(Math.min(MOST_DESCRIBED_TOOLS, drawn.tools.length))
        for (const name of chosen) expect(drawn.tools.some((tool) => tool.name === name)).toBe(true)
      }),
    )
  })

  test('property: same input, same tools, in whatever order they and the calls are given', () => {
    fc.assert(
      fc.property(input, fc.integer(), (drawn, seed) => {
        const shuffle = <T>(list: readonly T[]): readonly T[] =>
          list
            .map((item, index) => ({ item, key: Math.imul(index + 1, seed | 1) ^ seed }))
            .sort((a, b) => a.key - b.key)
            .map(({ item }) => item)
        const again = chooseTools({ ...drawn, recent: shuffle(drawn.recent), tools: shuffle(drawn.tools) })
        expect(again).toEqual(chooseTools(drawn))
      }),
    )
  })

  test('property: a tool whose whole name is the goal is chosen', () => {
    fc.assert(
      fc.property(fc.constantFrom(...TOOLS), ({ name }) => {
        expect(choose(name)).toContain(name)
      }),
    )
  })
})
