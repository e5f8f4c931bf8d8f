import { english, validate } from 'ox/Mnemonic'
import { describe, expect, test } from 'vitest'
import type { AssayEvent } from '../../tools/core/events.ts'
import type { Secret } from '../../tools/safety/taint/secrets.ts'
import { type CassetteEntry, hashRequest } from '../cassette/cassette.ts'
import { readCassette, writeCassette } from '../cassette/cassette-file.ts'
import { FIXTURE_STANDINGS } from '../record/fixtures/fixture-record.ts'
import type { RecordFinding } from '../record/record.ts'
import { listSecretReferences, makeSecret, writeSecret } from '../scenario/secret-encodings.ts'
import { unpackArchive } from './archive.ts'
import { BUNDLE_FILES } from './bundle.ts'
import { findMnemonics } from './find-mnemonics.ts'
import { makeParts } from './fixtures/make-bundle.ts'
import { readBundle } from './read-bundle.ts'
import { writeBundle } from './write-bundle.ts'

const TOKEN = 'ghp_cAnArY0123456789'
const asText = (label: string, text: string): Secret => ({ label, bytes: Buffer.from(text), isText: true })
const SECRETS: readonly Secret[] = [
  asText('GITHUB_TOKEN', TOKEN),
  { label: 'planted canary', bytes: Buffer.from(makeSecret('canary').slice(2), 'hex') },
]

const textOf = (bytes: Uint8Array) =>
  [...unpackArchive(bytes, 'a bundle')].map(([, content]) => Buffer.from(content).toString()).join('\n')

const { scenario } = makeParts()
const withMessage = (message: string, expected = '') =>
  makeParts({
    scenario: { ...scenario, findings: [{ ...scenario.findings[0], message, expected } as never] },
  })

describe('secrets of a bundle', () => {
  test.each(listSecretReferences('canary'))('behavior: %s is taken out of record and texts', (reference) => {
    const written = writeSecret(reference, ['canary']) ?? ''
    const parts = { ...withMessage(`it said ${written}`), text: `name: x # ${written}\nsteps: []\n` }
    const bytes = writeBundle(parts, SECRETS)
    expect(textOf(bytes)).not.toContain(written)
    expect(readBundle(bytes, 'a bundle').record.scenarios[0]?.findings[0]?.message).toBe(
      '[planted canary was here]',
    )
  })

  test('behavior: of a line the secret goes alone where it stands as it is', () => {
    const bytes = writeBundle(makeParts({ text: `name: x # ${TOKEN} of mine\nsteps: []\n` }), SECRETS)
    expect(readBundle(bytes, 'a bundle').scenario).toBe(
      'name: x # [GITHUB_TOKEN was here] of mine\nsteps: []\n',
    )
  })

  test.each([
    ['base64', Buffer.from(TOKEN).toString('base64')],
    ['hex', Buffer.from(TOKEN).toString('hex')],
    ['percent', [...Buffer.from(TOKEN)].map((byte) => `%${byte.toString(16)}`).join('')],
    ['reversed', [...TOKEN].reverse().join('')],
  ])('behavior: a token as %s is taken out', (_, written) => {
    expect(textOf(writeBundle(withMessage(written), SECRETS))).not.toContain(written)
  })

  test('error: BUNDLE_SECRET for one in the manifest, which cannot be changed', () => {
    const parts = makeParts()
    const manifest = { ...parts.manifest, id: `x#token=${TOKEN}` }
    expect(() => writeBundle({ ...parts, manifest }, SECRETS)).toThrow(
      expect.objectContaining({
        code: 'BUNDLE_SECRET',
        details: expect.objectContaining({ found: 'GITHUB_TOKEN' }),
      }),
    )
  })

  test('error: BUNDLE_SECRET for one that stands in pieces, of which no line is one', () => {
    const text = `name: x\n# ${TOKEN.slice(0, 9)}\n# ${TOKEN.slice(9)}\nsteps: []\n`
    expect(() => writeBundle(makeParts({ text }), SECRETS)).toThrow(
      expect.objectContaining({
        code: 'BUNDLE_SECRET',
        details: expect.objectContaining({ where: 'scenario/scenario.yaml', found: 'GITHUB_TOKEN' }),
      }),
    )
  })

  test('error: BUNDLE_SECRET for one that is spread over members of the record', () => {
    const parts = makeParts()
    const [finding] = parts.scenario.findings
    const spread = { ...finding, expected: TOKEN.slice(0, 9), found: TOKEN.slice(9) }
    const scenario = { ...parts.scenario, findings: [spread as RecordFinding] }
    expect(() => writeBundle({ ...parts, scenario }, SECRETS)).toThrow(
      expect.objectContaining({
        code: 'BUNDLE_SECRET',
        details: expect.objectContaining({ where: 'record.json', found: 'GITHUB_TOKEN' }),
      }),
    )
  })

  test('error: BUNDLE_SECRET for one in the cassette', () => {
    const { world } = readCassette(makeParts().cassette, 'a cassette')
    const entry: CassetteEntry = { method: 'eth_call', params: [TOKEN], answer: { result: '0x' } }
    const entries = new Map([[hashRequest(entry.method, entry.params), entry]])
    const cassette = writeCassette({ world, entries })
    expect(() => writeBundle(makeParts({ cassette }), SECRETS)).toThrow(
      expect.objectContaining({ code: 'BUNDLE_SECRET' }),
    )
  })

  test.each([
    ['a verdict', 'passed', 'record.json'],
    ['a member', 'finalBlock', 'record.json'],
    ['an amount', '500000000', 'record.json'],
  ])('error: BUNDLE_SECRET for one that is %s of the record', (_, secret, where) => {
    const { manifest, run } = makeParts()
    const swapped = run.scenarios.find(({ matrix }) => matrix.wait === '61s') ?? scenario
    const { id, file } = swapped
    const parts = makeParts({ manifest: { ...manifest, id, file }, scenario: swapped })
    expect(() => writeBundle(parts, [asText('OWNER_PASSWORD', secret)])).toThrow(
      expect.objectContaining({
        code: 'BUNDLE_SECRET',
        details: expect.objectContaining({ where, found: 'OWNER_PASSWORD' }),
      }),
    )
  })

  // Test vectors of BIP-39.
  test.each([
    ['ozone drill grab fiber curtain grace pudding thank cruise elder eight picnic'],
    [
      'void come effort suffer camp survey warrior heavy shoot primary clutch crush open amazing screen patrol group space point ten exist slush involve unfold',
    ],
  ])('behavior: the phrase of a wallet is found without being told: %s', (phrase) => {
    expect(findMnemonics(`able zoo, then ${phrase} and more`)).toContain(phrase)
    const apart = phrase.split(' ').join('",\n"')
    expect(findMnemonics(apart)).toContain(apart)
    expect(textOf(writeBundle(withMessage(`owner: ${phrase}`), []))).not.toContain(phrase)
  })

  test.each([
    ['line breaks', '\n'],
    ['tabs', '\t'],
    ['numbers of lines', '\r\n1. '],
    ['escapes', '\\n'],
  ])('behavior: a phrase whose words %s set apart is taken out of wherever it stands', (_, between) => {
    const phrase = 'ozone drill grab fiber curtain grace pudding thank cruise elder eight picnic'
    const written = phrase.split(' ').join(between)
    const event = {
      type: 'tool:error',
      error_code: 'A_CODE',
      error_message: written,
    } as unknown as AssayEvent
    for (const parts of [
      withMessage(`owner: ${written}`),
      makeParts({ text: `name: x # ${JSON.stringify(written)}\nsteps: []\n` }),
      makeParts({ events: [event] }),
    ])
      expect(textOf(writeBundle(parts, []))).not.toContain('ozone')
  })

  test('behavior: a text of nothing but words of the list is gone through at once', () => {
    const phrase = 'ozone drill grab fiber curtain grace pudding thank cruise elder eight picnic'
    const words = 'abandon '.repeat(5_000)
    const begun = process.cpuUsage()
    const found = findMnemonics(`${words}${phrase} ${words}`)
    // Less than half a second; the library's own check takes half a minute. Whatever else the machine does counts for nothing.
    expect(process.cpuUsage(begun).user).toBeLessThan(10_000_000)
    expect(found).toContain(phrase)
    for (const each of found) expect(validate(each, english)).toBe(true)
    expect(findMnemonics(`${'zoo '.repeat(11)}wrong`)).toEqual([`${'zoo '.repeat(11)}wrong`])
  })

  test('default: words of the list that are no phrase stay', () => {
    const words = Array.from({ length: 40 }, () => 'abandon').join(' ')
    expect(findMnemonics(words)).toEqual([])
    expect(findMnemonics('')).toEqual([])
  })
})

test('behavior: what people wrote does nothing in the README, neither as Markdown nor in a terminal', () => {
  const acting =
    '**x** <img src=x> [a](https://e.example) ``` \n\n## See it again\n| a\u001b[2J\u202e\0\u2028'
  const named = { id: acting, file: acting, seed: acting }
  const [finding] = scenario.findings as [RecordFinding]
  const parts = makeParts({
    scenario: {
      ...scenario,
      ...named,
      name: acting,
      steps: scenario.steps.map((step) => ({ ...step, title: acting })),
      findings: [{ ...finding, law: acting, expected: acting, found: acting }],
    },
  })
  const bytes = writeBundle({ ...parts, manifest: { ...parts.manifest, ...named } }, [])
  const readme = Buffer.from(unpackArchive(bytes, 'a bundle').get(BUNDLE_FILES.readme) ?? []).toString()
  expect(readme).not.toMatch(/(?!\n)\p{Cc}|[\u202e\u2028]/u)
  expect(readme.match(/^## .*$/gm)).toEqual([
    '## See it again',
    '## What it was found with',
    '## What is in it',
  ])
  // Nothing within a code span has a meaning.
  const plain = readme.replace(/(`{4,}) .*? \1/g, '').replace(/^```sh$.*?^```$/gms, '')
  expect(plain).not.toMatch(/e\.example|<img|\*\*x/)
  expect(readme).toMatch(/^\| failure \|[^|]+\|$/m)
})

test('behavior: of a run that was cut short, and held against a baseline, a bundle keeps what failed alone', () => {
  const { run } = makeParts()
  const held = {
    ...run,
    incomplete: { cause: 'interrupted', code: 'SIGINT', message: 'interrupted by SIGINT' },
    notRun: ['scenarios/scripted/late.yaml'],
    gate: { baseline: '/home/me/baseline.json', differences: [] },
  } as const
  expect(writeBundle(makeParts({ run: held }), [])).toEqual(writeBundle(makeParts(), []))
})

test('behavior: a bundle says which model contracts and stand-ins its scenario stood on, and no others', () => {
  const parts = makeParts()
  const labelled = { ...parts, run: { ...parts.run, standings: FIXTURE_STANDINGS } }
  const bytes = writeBundle(labelled, SECRETS)
  expect(textOf(bytes)).toContain('\n- model contracts: chainlink; stand-ins: none\n')
  expect(readBundle(bytes, 'a bundle').record.standings).toEqual({
    protocols: { chainlink: FIXTURE_STANDINGS.protocols.chainlink },
    tools: {},
  })
})
