import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { unpackArchive } from '../../harness/bundle/archive.ts'
import { BUNDLE_FILES } from '../../harness/bundle/bundle.ts'
import { makeParts } from '../../harness/bundle/fixtures/make-bundle.ts'
import { readBundle } from '../../harness/bundle/read-bundle.ts'
import { writeBundle } from '../../harness/bundle/write-bundle.ts'
import { readCassette } from '../../harness/cassette/cassette-file.ts'
import { hashFiles } from '../../harness/cli/hash-code.ts'
import { PROJECT_ROOT } from '../../harness/cli/paths.ts'
import { computeDigest } from '../../harness/record/digest.ts'
import { readRecord } from '../../harness/record/read-record.ts'
import type { RecordScenario } from '../../harness/record/record.ts'
import { summarise } from '../../harness/record/summary.ts'
import { makeSecret } from '../../harness/scenario/secret-encodings.ts'
import { createSecretMatcher } from '../../tools/safety/taint/secrets.ts'
import { type CommandOptions, type CommandOutcome, runCommand } from './command.ts'
import { runHere } from './run-here.ts'
import { startStandIn, UPSTREAM_SECRETS } from './stand-in-mainnet.ts'

const directory = mkdtempSync(join(tmpdir(), 'assay-bundle-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const assay = (args: readonly string[], options: CommandOptions = {}) =>
  runCommand(args, { cwd: directory, ...options })

const write = (name: string, text: string) => {
  const path = join(directory, name)
  writeFileSync(path, text)
  return path
}

const folderOf = ({ stderr }: CommandOutcome) =>
  dirname(join(directory, /report: (\S+)/.exec(stderr)?.[1] ?? ''))

const DENIED = '{ denied: { layer: phase, code: PHASE_FORBIDS_CLASS } }'
const FAILING = `name: wraps
matrix: { amount: [0.01 ETH, 0.02 ETH] }
steps:
  - act: { kind: wrap, amount: "\${amount}" }
    expect: ${DENIED}
`

describe('assay bundle', () => {
  test('default: the failure is seen again without its file, to the last block', async () => {
    const path = write('failing.yaml', FAILING)
    const first = await assay(['run', path, '--workers', '1'])
    expect(first.code, first.stderr).toBe(1)
    const out = join(directory, 'second.tar.gz')
    const made = await assay(['bundle', folderOf(first), '--finding', '2', '--out', out])
    expect(made.code, made.stderr).toBe(0)
    expect(made.stdout).toBe('second.tar.gz\n')
    rmSync(path)
    const failed = readRecord(join(folderOf(first), 'run.json')).scenarios[1]
    for (const time of ['first', 'second']) {
      const again = await assay(['replay', out])
      expect(again.code, `the ${time} time: ${again.stderr}`).toBe(1)
      expect(again.stderr).toContain('code and versions are as they were')
      expect(again.stdout).toContain(`reproduced  ${failed?.id}`)
      expect(again.stdout).toContain(`${failed?.finalBlock.number} ${failed?.finalBlock.hash}`)
      expect(again.stdout).toContain(`${failed?.stateDigest}`)
    }
  })

  test('behavior: no file of it holds a secret that the run or the process knew, in any encoding', async () => {
    const upstream = await startStandIn()
    onTestFinished(() => upstream.stop())
    // Test vectors of BIP-39.
    const phrase = 'ozone drill grab fiber curtain grace pudding thank cruise elder eight picnic'
    const told = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
    const env = {
      GITHUB_TOKEN: 'ghp_cAnArY0123456789abcdef',
      BARDO_KEYSTORE_PASSWORD: 'correct-horse-battery-cAnArY',
      OWNER_MNEMONIC: told,
      PROVIDER_URL: 'https://eth.example.org/v3/cAnArYpRoViDeR0123456789',
    }
    const path = write(
      'secrets.yaml',
      `name: keeps secrets
description: the owner's words are ${phrase}; ${Buffer.from(env.GITHUB_TOKEN).toString('base64')}
secrets: { canary: WalletSecret }
profile: full
# ${env.BARDO_KEYSTORE_PASSWORD}, ${told}
steps:
  - call: { tool: update_directive, args: { text: "remember \${secret.canary.base64}" } }
    expect: ${DENIED}
`,
    )
    const chain = ['--rpc-url', upstream.url, '--fork-block-number', String(upstream.blockNumber)]
    const first = await assay(['run', path, '--workers', '1', ...chain], { env })
    expect(first.code, first.stderr).toBe(1)
    const out = join(directory, 'secrets.tar.gz')
    const made = await assay(['bundle', folderOf(first), '--out', out, '--rpc-url', upstream.url], { env })
    expect(made.code, made.stderr).toBe(0)

    const texts = [...Object.values(env), ...Object.values(UPSTREAM_SECRETS), phrase]
    const { find } = createSecretMatcher([
      { label: 'planted', bytes: Buffer.from(makeSecret('canary').slice(2), 'hex') },
      ...texts.map((text) => ({ label: text, bytes: Buffer.from(text), isText: true })),
    ])
    const files = unpackArchive(readFileSync(out), out)
    for (const [name, content] of files) {
      const text = Buffer.from(content).toString()
      if (name === BUNDLE_FILES.cassette) {
        const { world, entries } = readCassette(content, name)
        expect(find([world, ...entries.values()]), name).toBeUndefined()
      } else expect(find(text), name).toBeUndefined()
    }
    expect(readBundle(readFileSync(out), out).scenario).toContain('was here')
    await upstream.stop()
    const again = await assay(['replay', out])
    expect(again.code, again.stderr).toBe(1)
    expect(again.stdout).toContain('reproduced')
  })

  test('behavior: what a bundle says of its failure does nothing in a terminal', async () => {
    const path = write('acting.yaml', FAILING)
    const first = await assay(['run', path, '--workers', '1'])
    const out = join(directory, 'acting.tar.gz')
    expect((await assay(['bundle', folderOf(first), '--out', out])).code).toBe(0)
    const { manifest, record, cassette, scenario: text } = readBundle(readFileSync(out), out)
    const { files: _files, bundleVersion: _version, ...named } = manifest
    const [found] = record.scenarios
    const beside = { chain: 'base\u001b[2J\u202e', finalBlock: { number: '1', hash: '0x' } }
    const scenario = { ...(found as RecordScenario), beside }
    const parts = { manifest: named, run: record, scenario, text, cassette, events: [] }
    writeFileSync(out, writeBundle(parts, []))
    const { code, stdout } = await assay(['replay', out])
    expect(stdout).toContain('on base\\u{1b}[2J\\u{202e} then, none now')
    expect(stdout).not.toMatch(/[\u001b\u202e]/)
    expect(code).toBe(3)
  })

  test('behavior: a chain that no record names is asked for', async () => {
    const path = join(directory, 'rpc')
    const first = await assay(['run', write('again.yaml', FAILING), '--workers', '1', '--record', path])
    const record = readRecord(join(folderOf(first), 'run.json'))
    expect(record.provenance.origin.kind).toBe('embedded')
    const { code, stderr } = await assay(['bundle', folderOf(first), '--finding', '3'])
    expect(code).toBe(2)
    expect(stderr).toMatch(/BAD_USAGE: there is no such failure[\s\S]*a number up to 2/)
  })

  test('error: BUNDLE_REFUSED for a scenario that brings code, which is not run', async () => {
    const mark = join(directory, 'mark')
    const text = `name: runs what it brings
steps:
  - gateway:
      plugins:
        own: |
          import { writeFileSync } from 'node:fs'
          writeFileSync(${JSON.stringify(mark)}, '')
          export default () => {}
`
    const { manifest, scenario } = makeParts()
    for (const file of [
      'scenarios/scripted/gateway/own.yaml',
      'scenarios/scripted/gateway',
      relative(PROJECT_ROOT, write('own.yaml', text)),
    ]) {
      const named = { id: file, file }
      const parts = makeParts({
        manifest: { ...manifest, ...named },
        scenario: { ...scenario, ...named },
        text,
      })
      const out = join(directory, 'code.tar.gz')
      writeFileSync(out, writeBundle(parts, []))
      const { code, stderr } = await assay(['replay', out])
      expect(code, stderr).toBe(2)
      expect(stderr).toContain('BUNDLE_REFUSED: the scenario of the bundle brings code')
      expect(existsSync(mark)).toBe(false)
    }
  })

  test.each(['65', '0'])('error: BAD_USAGE for failure %s of a few', async (number) => {
    const path = write('few.json', JSON.stringify(makeParts().run))
    const { code, stderr } = await runHere(['bundle', path, '--finding', number])
    expect(stderr).toMatch(
      number === '0' ? 'expected a whole number, from 1' : 'BAD_USAGE: there is no such failure',
    )
    expect(code).toBe(2)
  })

  test('error: BAD_USAGE for a failure on two chains, before anything runs', async () => {
    const file = 'scenarios/scripted/two-chains/recovery.yaml'
    const { run, scenario } = makeParts()
    const { property: _, ...failure } = scenario
    const scenarios = [{ ...failure, kind: 'scripted' as const, id: file, file }]
    const provenance = { ...run.provenance, files: hashFiles([file]) }
    const failed = { ...run, provenance, scenarios, summary: summarise(scenarios) }
    const path = write('two.json', JSON.stringify({ ...failed, digest: computeDigest(failed) }))
    const { code, stderr } = await runHere(['bundle', path, '--out', join(directory, 'two.tar.gz')])
    expect(stderr).toMatch(/BAD_USAGE: a failure on two chains fits into no bundle[\s\S]*found: +base beside/)
    expect(code).toBe(2)
  })

  test('error: SCENARIO_INVALID for a record of others that names a folder', async () => {
    const { run, scenario } = makeParts()
    const { property: _, ...failure } = scenario
    const scenarios = [{ ...failure, kind: 'scripted' as const, id: 'scenarios', file: 'scenarios' }]
    const failed = { ...run, scenarios, summary: summarise(scenarios) }
    const path = write('folder.json', JSON.stringify({ ...failed, digest: computeDigest(failed) }))
    const { code, stderr } = await runHere(['bundle', path, '--out', join(directory, 'folder.tar.gz')])
    expect(stderr).toContain('error SCENARIO_INVALID: the file of what failed is not what it was')
    expect(code).toBe(2)
  })

  test.each([
    ['nothing', ''],
    ['its first byte', '\u001f'],
    ['something else', 'BZh91AY'],
  ])('error: BUNDLE_UNREADABLE for a file that is called like a bundle and holds %s', async (_, text) => {
    const { code, stderr } = await runHere(['replay', write('cut.tar.gz', text)])
    expect(stderr).toMatch(
      /error BUNDLE_UNREADABLE: the bundle cannot be unpacked\n +where: +\S+cut\.tar\.gz\n/,
    )
    expect(code).toBe(2)
  })

  test('error: BAD_USAGE for what a bundle has no use for', async () => {
    const out = join(directory, 'told.tar.gz')
    writeFileSync(out, writeBundle(makeParts(), []))
    const { code, stderr } = await runHere(['replay', out, '--seed', '2', '--reporter', 'junit=told.xml'])
    expect(stderr).toMatch(/BAD_USAGE: a bundle is replayed as it was[\s\S]*found: +--reporter, --seed\n/)
    expect(code).toBe(2)
  })

  test.each([
    ['BAD_USAGE', 'a run that passed', `name: waits\nsteps:\n  - advance: 1s\n`],
    ['SCENARIO_INVALID', 'a file that changed', FAILING],
  ])('error: %s for %s', async (name, _, text) => {
    const path = write(`${name}.yaml`, text)
    const first = await assay(['run', path, '--workers', '1'])
    writeFileSync(path, `${text}# another\n`)
    const { code, stderr } = await assay(['bundle', folderOf(first)])
    expect(code).toBe(2)
    expect(stderr).toContain(`error ${name}`)
  })
})
