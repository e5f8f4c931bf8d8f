import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findBinary } from '../chain/binaries.ts'
import { STATE_DIR } from '../cli/paths.ts'
import { type BuildOriginOptions, buildOrigin, type OriginSnapshot } from './origin.ts'
import { readText } from './origin-at-rest.ts'
import { readOriginCache } from './origin-cache.ts'
import { HEAD_SECONDS } from './populate-origin.ts'
import { startOrigin } from './start-origin.ts'

const anvilBinary = findBinary('anvil')
let stateDir: string

beforeEach(() => {
  stateDir = mkdtempSync(join(tmpdir(), 'assay-origin-'))
})
afterEach(() => {
  rmSync(stateDir, { recursive: true, force: true })
})

const build = (options: Partial<BuildOriginOptions> = {}) =>
  buildOrigin({ stateDir, anvilBinary, ...options })
/** What it holds, its texts read. */
const tell = ({ genesis, history, readDump, ...rest }: OriginSnapshot) => ({
  ...rest,
  texts: [readText(genesis), readText(history), readDump()],
})
const digest = (text: string) => createHash('sha256').update(text).digest('hex')
const cacheFiles = () => readdirSync(join(stateDir, 'cache'))

test('default', async () => {
  const steps: string[] = []
  const first = await build({
    onProgress: ({ step, index, total }) => steps.push(`${index}/${total} ${step}`),
  })
  expect(steps).toEqual([
    '0/7 protocols',
    '1/7 tokens',
    '2/7 feeds',
    '3/7 funds',
    '4/7 liquidity',
    '5/7 history',
    '6/7 cage',
  ])
  expect(first.fromCache).toBe(false)
  expect(first.head.timestampSeconds).toBe(HEAD_SECONDS)

  const second = await build()
  expect(tell(second)).toEqual({ ...tell(first), fromCache: true })
  expect(cacheFiles()).toEqual([`origin-${first.contentHash}.jsonl`])
  expect(readdirSync(stateDir).filter((name) => name.startsWith('run-'))).toEqual([])
})

test('behavior: building twice gives the same chain', async () => {
  const first = await build()
  rmSync(join(stateDir, 'cache'), { recursive: true })
  const second = await build()
  expect(second.fromCache).toBe(false)
  expect(second.head).toEqual(first.head)
  expect(digest(second.readDump())).toBe(digest(first.readDump()))
})

test('behavior: a corrupt cache is named and built again', async () => {
  const origin = await build()
  const path = join(stateDir, 'cache', `origin-${origin.contentHash}.jsonl`)
  const sound = readFileSync(path, 'utf8')
  const spoiled = [
    '',
    'null',
    sound.slice(0, -100),
    sound.replace('"formatVersion":6', '"formatVersion":5'),
    sound.replace(/"number":\d+/, '"number":1'),
    sound.replace('0x608060', '0x608061'),
  ]
  const expectNamed = (warnings: readonly string[]) => {
    expect(warnings).toHaveLength(1)
    expect(warnings[0]).toContain(`CACHE_CORRUPT: ${path}`)
  }
  const spoil = (text: string) => {
    expect(text).not.toBe(sound)
    writeFileSync(path, text)
  }
  for (const text of spoiled) {
    spoil(text)
    const warnings: string[] = []
    expect(readOriginCache(path, origin.contentHash, (message) => warnings.push(message))).toBeUndefined()
    expectNamed(warnings)
  }
  // Whatever is the matter with a cache is the same to what builds: the first and the last of them.
  for (const text of [spoiled.at(0), spoiled.at(-1)]) {
    spoil(text ?? '')
    const warnings: string[] = []
    const again = await build({ onWarning: (message) => warnings.push(message) })
    expect(tell(again)).toEqual(tell(origin))
    expectNamed(warnings)
    expect(readFileSync(path, 'utf8')).toBe(sound)
  }
})

test('behavior: processes that build at once do not disturb each other', async () => {
  mkdirSync(stateDir, { recursive: true })
  const script = `
    import { buildOrigin } from ${JSON.stringify(join(import.meta.dirname, 'origin.ts'))}
    const options = ${JSON.stringify({ stateDir, anvilBinary })}
    const { head, fromCache } = await buildOrigin({ ...options, onWarning: console.log })
    console.log(head.hash, fromCache)
    process.exit(0)
  `
  const outputs = await Promise.all(
    [1, 2, 3].map(() =>
      promisify(execFile)(process.execPath, ['--input-type=module-typescript', '--eval', script]),
    ),
  )
  const { head } = await build()
  for (const { stdout } of outputs) expect(stdout.trim()).toMatch(new RegExp(`^${head.hash} (true|false)$`))
  expect(cacheFiles()).toHaveLength(1)
})

test('behavior: a started origin is at the head, with its history', async () => {
  const snapshot = await build({ stateDir: STATE_DIR })
  const { rpc, stop } = await startOrigin(snapshot, { stateDir, anvilBinary })
  try {
    const block = await rpc.request<{ hash: string; transactions: unknown[] }>('eth_getBlockByNumber', [
      `0x${snapshot.head.number.toString(16)}`,
      true,
    ])
    expect(block.hash).toBe(snapshot.head.hash)
    expect(block.transactions).toHaveLength(20)
    const logs = await rpc.request<unknown[]>('eth_getLogs', [{ fromBlock: '0x0', toBlock: 'latest' }])
    expect(logs.length).toBeGreaterThan(500)
  } finally {
    await stop()
  }
  expect(readdirSync(stateDir).filter((name) => name.startsWith('run-'))).toEqual([])
})

test('error: CACHE_CORRUPT when the head is not that of the snapshot', async () => {
  const snapshot = await build({ stateDir: STATE_DIR })
  const head = { ...snapshot.head, hash: `0x${'0'.repeat(64)}` as const }
  await expect(startOrigin({ ...snapshot, head }, { stateDir, anvilBinary })).rejects.toMatchObject({
    code: 'CACHE_CORRUPT',
  })
  expect(readdirSync(stateDir).filter((name) => name.startsWith('run-'))).toEqual([])
})
