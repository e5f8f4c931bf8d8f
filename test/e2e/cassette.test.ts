import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readCassette, writeCassette } from '../../harness/cassette/cassette-file.ts'
import { PROJECT_ROOT } from '../../harness/cli/paths.ts'
import { readRecord } from '../../harness/record/read-record.ts'
import { createSecretMatcher } from '../../tools/safety/taint/secrets.ts'
import { type CommandOutcome, runCommand } from './command.ts'
import { runHere } from './run-here.ts'
import { type StandIn, startStandIn, UPSTREAM_SECRETS } from './stand-in-mainnet.ts'

const directory = mkdtempSync(join(tmpdir(), 'assay-cassette-'))
const cassette = join(directory, 'mainnet.cassette')
const wraps = join(directory, 'wraps.yaml')
const swaps = join(directory, 'swaps.yaml')
const upstreams: StandIn[] = []

beforeAll(() => {
  const amounts = 'matrix: { amount: [0.01 ETH, 0.02 ETH] }'
  writeFileSync(wraps, `name: wraps\n${amounts}\nsteps:\n  - act: { kind: wrap, amount: "\${amount}" }\n`)
  writeFileSync(
    swaps,
    'name: swaps\nsteps:\n  - act: { kind: swap, tokenIn: USDC, tokenOut: WETH, amountIn: 500 USDC }\n',
  )
})
afterAll(async () => {
  for (const upstream of upstreams) await upstream.stop()
  rmSync(directory, { recursive: true, force: true })
})

const recordOf = ({ stderr }: CommandOutcome) =>
  readRecord(join(PROJECT_ROOT, dirname(/report: (\S+)/.exec(stderr)?.[1] ?? ''), 'run.json'))

const endsOf = (outcome: CommandOutcome) =>
  recordOf(outcome).scenarios.map(({ id, verdict, finalBlock, stateDigest }) => ({
    id,
    verdict,
    finalBlock,
    stateDigest,
  }))

/** A run that was recorded; its upstream is gone afterwards. */
let recorded: Promise<CommandOutcome> | undefined
const record = () => {
  recorded ??= (async () => {
    const upstream = await startStandIn()
    const outcome = await runCommand([
      ...['run', wraps, '--workers', '2', '--record', cassette],
      ...['--rpc-url', upstream.url, '--fork-block-number', String(upstream.blockNumber)],
    ])
    await upstream.stop()
    return outcome
  })()
  return recorded
}

describe('assay run --record and --replay', () => {
  test('default: the same blocks and states without the upstream, on any number of workers', async () => {
    const first = await record()
    expect(first.code, first.stderr).toBe(0)
    expect(first.stderr).toContain(`cassette: ${cassette}`)
    const { origin } = recordOf(first).provenance
    expect(origin).toMatchObject({ kind: 'rpc', chainId: 1 })
    for (const workers of ['1', '2']) {
      const again = await runCommand(['run', wraps, '--workers', workers, '--replay', cassette])
      expect(again.code, again.stderr).toBe(0)
      expect(endsOf(again)).toEqual(endsOf(first))
      expect(recordOf(again).digest).toBe(recordOf(first).digest)
      expect(recordOf(again).provenance).toMatchObject({
        origin,
        worldHash: recordOf(first).provenance.worldHash,
        cassetteHash: createHash('sha256').update(readFileSync(cassette)).digest('hex'),
      })
      expect(recordOf(first).provenance.cassetteHash).toBe(recordOf(again).provenance.cassetteHash)
    }
  })

  test('behavior: no key of the upstream is in it, and nothing is kept twice', async () => {
    await record()
    const { world, entries } = readCassette(readFileSync(cassette), cassette)
    const { find } = createSecretMatcher(
      Object.entries(UPSTREAM_SECRETS).map(([label, secret]) => ({
        label,
        bytes: Buffer.from(secret),
        isText: true,
      })),
    )
    expect(find([world, ...entries.values()])).toBeUndefined()
    const asked = [...entries.values()].map(({ method, params }) => JSON.stringify([method, params]))
    expect(new Set(asked).size).toBe(asked.length)
    expect(asked).toContain('["eth_gasPrice",[]]')
  })

  test('error: CASSETTE_MISS names what was asked, and breaks the scenario', async () => {
    await record()
    const outcome = await runCommand(['run', swaps, '--workers', '1', '--replay', cassette])
    expect(outcome.code, outcome.stderr).toBe(2)
    const [scenario] = recordOf(outcome).scenarios
    expect(scenario?.verdict).toBe('broken')
    expect(scenario?.broken?.code).toBe('CASSETTE_MISS')
    expect(scenario?.broken?.message).toMatch(/where: +eth_get\w+ \["0x[\s\S]*--record/)
  })

  test('behavior: the embedded origin is recorded as well', async () => {
    const path = join(directory, 'embedded.cassette')
    const first = await runCommand(['run', swaps, '--workers', '1', '--record', path])
    expect(first.code, first.stderr).toBe(0)
    const again = await runCommand(['run', swaps, '--workers', '1', '--replay', path])
    expect(again.code, again.stderr).toBe(0)
    expect(endsOf(again)).toEqual(endsOf(first))
    expect(recordOf(again).provenance.worldHash).toBe(recordOf(first).provenance.worldHash)

    // What says that it is of this world, and holds another one, is not believed where the world is known.
    const { world, entries } = readCassette(readFileSync(path), path)
    const { genesis = '', cage = '0x' } = world.prepared ?? {}
    const richer = genesis.replace(/"balance":"0x/, '"balance":"0xf')
    expect(richer).not.toBe(genesis)
    for (const change of [
      { prepared: { genesis: richer, cage } },
      { blockHash: `0x${'ab'.repeat(32)}` as const },
    ]) {
      writeFileSync(path, writeCassette({ world: { ...world, ...change }, entries }))
      const { code, stderr } = await runHere(['run', swaps, '--replay', path])
      expect([code, stderr]).toEqual([2, expect.stringContaining('CASSETTE_UNREADABLE')])
      expect(stderr).toContain(world.worldHash)
    }
  })

  test.each([
    ['--replay does not go with --rpc-url', ['--replay', cassette, '--rpc-url', 'http://127.0.0.1:1']],
    ['--replay does not go with --record', ['--replay', cassette, '--record', cassette]],
  ])('error: BAD_USAGE: %s', async (message, args) => {
    const { code, stderr } = await runHere(['run', wraps, ...args])
    expect(code).toBe(2)
    expect(stderr).toContain(`BAD_USAGE: ${message}`)
  })

  test.each([
    ['CASSETTE_UNREADABLE', ['--replay', join(directory, 'none')], 'there is no readable cassette'],
    ['CASSETTE_UNREADABLE', ['--replay', wraps], 'a file that does not begin as one'],
    ['OUTPUT_UNWRITABLE', ['--record', join(directory, 'none/file')], 'there is no folder'],
  ])('error: %s for %j', async (name, args, message) => {
    const { code, stderr } = await runHere(['run', wraps, ...args])
    expect(code).toBe(2)
    expect(stderr).toContain(name)
    expect(stderr).toContain(message)
  })
})
