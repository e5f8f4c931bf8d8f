import { describe, expect, test } from 'vitest'
import { readConfig } from './read-config.ts'
import { findTomlPlaces } from './toml-places.ts'

const NAMES = {
  tools: ['intel_compute_vpin', 'uniswap_execute_swap'],
  archetypes: ['trade-executor'],
  protocols: ['uniswap-v3'],
  accounts: ['safe'],
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
[wallet]
remote_signer = "https://signer.example/rpc"
address = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
account = "safe"
owners = ["owner-1.json"]
`
  expect(read(text)).toEqual({
    agent: { archetype: 'trade-executor', allowed_protocols: ['uniswap-v3'] },
    tools: { profile: 'trader, vault', categories: ['lending'], enable: ['intel_compute_vpin'], disable: [] },
    memory: { enabled: true },
    wallet: {
      remote_signer: 'https://signer.example/rpc',
      address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
      account: 'safe',
      owners: ['owner-1.json'],
    },
  })
  expect(read('')).toEqual({})
})

test.each([
  ['a section', '[tols]\n', '1:1: unknown section "tols"; did you mean "tools"?'],
  ['a section of a dotted key', 'tols.enable = []', '1:1: unknown section "tols"; did you mean "tools"?'],
  ['a section of a dotted header', '\n[tols.enable]', '2:1: unknown section "tols"; did you mean "tools"?'],
  [
    'a key of a section',
    'profile = "trader"',
    '1:1: expected "profile" below [tools], found it below no section',
  ],
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
  [
    'two signers',
    '[wallet]\nkeystore = "a.json"\nremote_signer = "https://a.example"',
    '3:1: expected a keystore or a remote signer, found both',
  ],
  ['no signer', '[wallet]', '1:1: expected a keystore or a remote signer, found neither'],
  [
    'a URL that is readable on its way',
    '[wallet]\nremote_signer = "http://a.example"',
    '2:1: expected https, or http on this machine, found http://a.example',
  ],
  [
    'a token in a URL',
    '[wallet]\nremote_signer = "https://user:token@a.example"',
    '2:1: expected a URL without user name and password; the token comes from the environment',
  ],
  [
    'an account',
    '[wallet]\nkeystore = "a.json"\naccount = "saef"\nowners = ["b.json"]',
    '3:1: unknown account "saef"; did you mean "safe"?',
  ],
  [
    'an account without owners',
    '[wallet]\nkeystore = "a.json"\naccount = "safe"',
    '3:1: expected the keystores of its owners under owners, found none',
  ],
  [
    'owners without an account',
    '[wallet]\nkeystore = "a.json"\nowners = ["b.json"]',
    '3:1: expected the account that they own under account, found none',
  ],
  [
    'a relayer without an address',
    '[wallet]\nremote_signer = "https://a.example"\naccount = "safe"\nowners = ["b.json"]',
    '2:1: expected the address of the key that relays under address, found none',
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
      '[list.of]',
      'i = 1',
      '[[list]]',
      'j = 1',
    ]
      .join('\n')
      .replace("'it''", "'it'")
    expect(Object.fromEntries(findTomlPlaces(text))).toEqual({
      '/a': { line: 1, column: 1 },
      '/b': { line: 4, column: 1 },
      '/quoted key': { line: 5, column: 1 },
      '/quoted key/c': { line: 6, column: 1 },
      '/list': { line: 7, column: 1 },
      '/list/0': { line: 7, column: 1 },
      '/list/0/f': { line: 8, column: 1 },
      '/list/0/f/g': { line: 8, column: 1 },
      '/list/0/f/g/0': { line: 8, column: 8 },
      '/list/0/f/g/1': { line: 8, column: 16 },
      '/list/0/f/g/2': { line: 8, column: 27 },
      '/list/0/of': { line: 9, column: 1 },
      '/list/0/of/i': { line: 10, column: 1 },
      '/list/1': { line: 11, column: 1 },
      '/list/1/j': { line: 12, column: 1 },
    })
  })
})
