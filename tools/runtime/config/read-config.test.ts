import { describe, expect, test } from 'vitest'
import { readConfig } from './read-config.ts'
import { findTomlPlaces } from './toml-places.ts'

const NAMES = {
  tools: ['intel_compute_vpin', 'uniswap_execute_swap'],
  archetypes: ['trade-executor'],
  protocols: ['uniswap-v3'],
}
const read = (text: string) => readConfig({ path: 'agent.toml', text }, NAMES)

test('default', () => {
  const text = `
# what the owner wants
[agent]
archetype = "trade-executor"
allowed_protocols = ["uniswap-v3"]
[tools]
profile = "trader, vault"
categories = ["lending"]
enable = ["intel_compute_vpin"]
disable = []
[memory]
enabled = true
`
  expect(read(text)).toEqual({
    agent: { archetype: 'trade-executor', allowed_protocols: ['uniswap-v3'] },
    tools: { profile: 'trader, vault', categories: ['lending'], enable: ['intel_compute_vpin'], disable: [] },
    memory: { enabled: true },
  })
  expect(read('')).toEqual({})
})

test.each([
  ['a section', '[tols]\n', '1:1: unknown section "tols"; did you mean "tools"?'],
  ['a key', '[tools]\n  enabel = []', '2:3: unknown key "enabel"; did you mean "enable"?'],
  ['a dotted key', 'tools.enabel = []', '1:1: unknown key "enabel"; did you mean "enable"?'],
  ['a profile', '[tools]\nprofile = "data,tradr"', '2:1: unknown profile "tradr"; did you mean "trader"?'],
  [
    'a category',
    '[tools]\ncategories = ["data", "tradin"]',
    '2:23: unknown category "tradin"; did you mean "trading"?',
  ],
  [
    'a tool',
    '[tools]\ndisable = [\n  "uniswap_execute_swap", # [x]\n  "intel_compute_vpni",\n]',
    '4:3: unknown tool "intel_compute_vpni"; did you mean "intel_compute_vpin"?',
  ],
  [
    'an archetype',
    '[agent]\narchetype = "trader-executor"',
    '2:1: unknown archetype "trader-executor"; did you mean "trade-executor"?',
  ],
  [
    'a protocol',
    '[agent]\nallowed_protocols = ["uniswap-v4"]',
    '2:22: unknown protocol "uniswap-v4"; did you mean "uniswap-v3"?',
  ],
  ['a type', '[memory]\nenabled = "yes"', '2:1: /memory/enabled must be boolean'],
  ['what is no TOML', '[tools\n', '1:7: '],
])('error: %s', (_, text, expected) => {
  expect(() => read(text)).toThrow(`agent.toml:${expected}`)
})

test('error: every problem is named', () => {
  expect(() => read('[tools]\nenable = ["a"]\ndisable = ["b"]')).toThrow(
    /agent.toml:2:11: .*\nagent.toml:3:12: /,
  )
})

describe('places', () => {
  test('behavior: strings, comments and tables that look like others mislead nobody', () => {
    const text = [
      'a = """',
      '[tools]',
      'enable = 1 """ # [tools]',
      "b = 'it''",
      '["quoted key"]',
      'c = { d = [1, "]"], e = "}" }',
      '[[list]]',
      'f.g = [[1, 2], { h = 3 }, "x"]',
    ]
      .join('\n')
      .replace("'it''", "'it'")
    expect(Object.fromEntries(findTomlPlaces(text))).toEqual({
      '/a': { line: 1, column: 1 },
      '/b': { line: 4, column: 1 },
      '/quoted key': { line: 5, column: 1 },
      '/quoted key/c': { line: 6, column: 1 },
      '/list': { line: 7, column: 1 },
      '/list/f/g': { line: 8, column: 1 },
      '/list/f/g/0': { line: 8, column: 8 },
      '/list/f/g/1': { line: 8, column: 16 },
      '/list/f/g/2': { line: 8, column: 27 },
    })
  })
})
