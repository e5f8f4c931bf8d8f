import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readInput } from '../../bin/pi/read-input.ts'
import { takeSettings } from '../../bin/pi/settings.ts'
import { ACTORS } from '../../harness/world/actors.ts'
import { buildPolicy } from '../../tools/safety/fixtures/build-policy.ts'

let home = ''
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'assay-input-'))
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

const POLICY = buildPolicy({ limits: { perTransactionUsdc: 4n, perDayUsdc: 5n, hotLaneUsdc: 3n } })
const BOOK = { chainId: 31_337, nativeSymbol: 'ETH', tokens: [], protocols: {} }
const FILE = {
  book: BOOK,
  policy: POLICY,
  account: ACTORS.owner.address,
  operator: ACTORS.operator.address,
  config: 'agent.toml',
  checkpointKeystore: 'auditor.json',
  store: 'agent.sqlite',
}
const WALLET = '[wallet]\nkeystore = "operator.json"\n'

const environmentOf = (
  changes: Readonly<Record<string, string>> = {},
): Record<string, string | undefined> => ({
  PATH: '/bin',
  BARDO_AGENT_FILE: join(home, 'agent.json'),
  BARDO_RPC_URL: 'http://127.0.0.1:1',
  BARDO_CHECKPOINT_PASSWORD: 'one',
  BARDO_KEYSTORE_PASSWORD: 'two',
  ...changes,
})

const write = (file: object) =>
  JSON.stringify(file, (_, value) => (typeof value === 'bigint' ? `${value}n` : value))

function read({
  file = {} as object,
  text = undefined as string | undefined,
  config = WALLET,
  variables = {} as Readonly<Record<string, string>>,
} = {}) {
  writeFileSync(join(home, 'agent.json'), text ?? write({ ...FILE, ...file }))
  writeFileSync(join(home, 'agent.toml'), config)
  return readInput(takeSettings(environmentOf(variables)))
}

test('default: paths are beside the file, whole numbers of any size are read, secrets leave the environment', () => {
  const input = read()
  expect(input).toMatchObject({
    file: { store: join(home, 'agent.sqlite'), policy: { limits: { perDayUsdc: 5n } } },
    config: { path: join(home, 'agent.toml') },
    wallet: { keystore: 'operator.json' },
  })
  const environment = environmentOf()
  const settings = takeSettings(environment)
  expect(Object.keys(environment)).toEqual(['PATH'])
  expect(settings.find('BARDO_KEYSTORE_PASSWORD')).toBe('two')
  expect(settings.find('BARDO_SIGNER_TOKEN')).toBeUndefined()
})

test('behavior: an address is the same one in policy and book, in whatever case each has it', () => {
  const wrapped = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
  const token = wrapped.toLowerCase()
  const asset = {
    token,
    symbol: 'WETH',
    decimals: 18,
    exposure: 'ETH',
    isStable: false,
    maxStalenessSeconds: 60,
  }
  const { file } = read({
    file: {
      account: token,
      book: { ...BOOK, wrappedNative: `0x${token.slice(2).toUpperCase()}` },
      policy: { ...POLICY, assets: [asset] },
    },
  })
  expect(file).toMatchObject({
    account: wrapped,
    book: { wrappedNative: wrapped },
    policy: { assets: [{ token: wrapped, symbol: 'WETH' }] },
  })
})

test('behavior: without a config there is no wallet, and no secret of one is asked for', () => {
  const input = read({ file: { config: undefined }, variables: { BARDO_KEYSTORE_PASSWORD: '' } })
  expect(input.wallet).toBeUndefined()
  expect(input.config).toBeUndefined()
})

test.each<[string, Parameters<typeof read>[0], string | RegExp]>([
  [
    'settings that are missing, all at once',
    { variables: { BARDO_RPC_URL: '', BARDO_CHECKPOINT_PASSWORD: '' } },
    /^BARDO_RPC_URL is not set: expected the URL of the node, [^\n]*\nBARDO_CHECKPOINT_PASSWORD is not set: [^\n]*$/,
  ],
  [
    'an unknown setting',
    { variables: { BARDO_RPC_ULR: 'x' } },
    'unknown setting "BARDO_RPC_ULR"; did you mean "BARDO_RPC_URL"?',
  ],
  [
    'a file that is not there',
    { variables: { BARDO_AGENT_FILE: '/nonexistent/agent.json' } },
    /^\/nonexistent\/agent.json: expected the agent's file, [^\n]* cannot be read \(ENOENT\)$/,
  ],
  ['a file that is no JSON', { text: '{' }, /agent.json: expected JSON: /],
  ['a file that is another JSON', { text: '[]' }, /agent.json: \/ must be object/],
  ['a key', { file: { stratgy: 'a.md' } }, /agent.json: unknown key "stratgy"; did you mean "strategy"\?$/],
  [
    'every problem of the file',
    { file: { stratgy: 'a.md', phase: 'rich' } },
    /agent.json: [^\n]*stratgy[^\n]*\n[^\n]*agent.json: \/phase/,
  ],
  [
    'a file for two chains',
    { file: { book: { ...BOOK, chainId: 1 } } },
    '/policy is for chain 31337, /book for 1',
  ],
  [
    'a limit that is misspelt',
    {
      file: {
        policy: { ...POLICY, limits: { perTransactionUSDC: 4n, perDayUsdc: 5n, hotLaneUsdc: 3n } },
      },
    },
    /\/policy\/limits must have required properties perTransactionUsdc\n[^\n]*\/policy\/limits: unknown key "perTransactionUSDC"; did you mean "perTransactionUsdc"\?$/,
  ],
  [
    'a limit that is text',
    { file: { policy: { ...POLICY, limits: { ...POLICY.limits, perDayUsdc: '10 USDC' } } } },
    '/policy/limits/perDayUsdc must be bigint',
  ],
  [
    'a bound that is missing',
    { file: { policy: { ...POLICY, maxClockSkewSeconds: undefined } } },
    '/policy must have required properties maxClockSkewSeconds',
  ],
  [
    'a rule that is misspelt',
    { file: { policy: { ...POLICY, announc: { from: 'high', waitSeconds: 60 } } } },
    '/policy: unknown key "announc"; did you mean "announce"?',
  ],
  [
    'an address book that lists its tokens otherwise',
    { file: { book: { ...BOOK, tokens: [{ symbol: 'T' }] } } },
    '/book/tokens/0 must have required properties name, address, decimals',
  ],
  [
    'a key that stands twice, of which JSON takes the last',
    { text: write(FILE).replace('"perDayUsdc":"5n"', '"perDayUsdc":"5n","perDayUsdc":"5000000n"') },
    /agent.json:1:\d+: "perDayUsdc" stands twice: keep one of them$/,
  ],
  ['a strategy that is not there', { file: { strategy: 'a.md' } }, "a.md: expected the owner's strategy"],
  ['a config that is not there', { file: { config: 'b.toml' } }, "b.toml: expected the agent's config"],
  ['a section', { config: '[walet]\n' }, 'agent.toml:1:1: unknown section "walet"; did you mean "wallet"?'],
  [
    'an archetype',
    { config: '[agent]\narchetype = "trade-exekutor"\n' },
    'agent.toml:2:1: unknown archetype "trade-exekutor"; did you mean "trade-executor"?',
  ],
  [
    'a tool',
    { config: '[tools]\nenable = ["data_get_token_blance"]\n' },
    'agent.toml:2:11: unknown tool "data_get_token_blance"; did you mean "data_get_token_balance"?',
  ],
  [
    'a wallet without its password',
    { variables: { BARDO_KEYSTORE_PASSWORD: '' } },
    "BARDO_KEYSTORE_PASSWORD is not set: expected the password of the agent's key",
  ],
  [
    'a remote signer without its token',
    { config: '[wallet]\nremote_signer = "https://a.example"\n' },
    'BARDO_SIGNER_TOKEN is not set: expected the bearer token of the remote signer',
  ],
  [
    'an account without the password of its owners',
    { config: `${WALLET}account = "safe"\nowners = ["a.json"]\n` },
    'BARDO_OWNERS_PASSWORD is not set',
  ],
])('error: %s', (_, input, expected) => {
  expect(() => read(input)).toThrow(expected)
})
