import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findAmbientCalls } from '../../scripts/find-ambient-calls.ts'

const ROOT = join(import.meta.dirname, '../..')
const findUses = (text: string) => findAmbientCalls('example.ts', text).map(({ use }) => use)

describe('ambient calls', () => {
  test('behavior: none in tools, harness/stage and harness/schedule', () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/check-ambient.ts'], {
      cwd: ROOT,
      encoding: 'utf8',
    })
    expect(stderr).toBe('')
    expect(stdout).toMatch(/^\d{2,} files, 0 ambient uses/)
    expect(status).toBe(0)
  })

  test.each([
    ['Date.now()', 'Date.now'],
    ['Date["now"]()', 'Date.now'],
    ['const now = Date.now', 'Date.now'],
    ['const { now } = Date', 'Date.now'],
    ['globalThis.Date.now()', 'Date.now'],
    ['const at = new Date()', 'new Date()'],
    ['const at = Date()', 'Date()'],
    ['performance.now()', 'performance.now'],
    ['Math.random()', 'Math.random'],
    ['crypto.randomUUID()', 'crypto.randomUUID'],
    ['globalThis.crypto.getRandomValues(bytes)', 'crypto.getRandomValues'],
    ['import { randomBytes } from "node:crypto"', 'crypto.randomBytes'],
    ['import { randomUUID as makeId } from "crypto"', 'crypto.randomUUID'],
    ['import * as all from "node:crypto"', 'import of all of crypto'],
    ['import { generatePrivateKey } from "viem/accounts"', 'viem/accounts.generatePrivateKey'],
    ['process.env.KEY', 'process.env'],
    ['process["env"].KEY', 'process.env'],
    ['const { env } = process', 'process'],
    ['globalThis.process.exit(1)', 'process.exit'],
    ['process.hrtime.bigint()', 'process.hrtime'],
    ['fetch("x")', 'fetch'],
    ['globalThis.fetch("x")', 'fetch'],
    ['const { fetch: get } = globalThis', 'fetch'],
    ['const ports = { fetch }', 'fetch'],
    ['const wait = setTimeout', 'setTimeout'],
    ['setTimeout(() => {}, 1)', 'setTimeout'],
    ['setInterval(() => {}, 1)', 'setInterval'],
    ['setImmediate(() => {})', 'setImmediate'],
    ['AbortSignal.timeout(1)', 'AbortSignal.timeout'],
    ['function f(fetch: () => void) {}\nfetch("x")', 'fetch'],
  ])('behavior: %s is found', (text, use) => {
    expect(findUses(text)).toContain(use)
  })

  test.each([
    'clock.setTimer(1, f); new Date(0); ctx.clock.wallMs()',
    'function run(fetch: (url: string) => void) { fetch("x") }',
    'const run = ({ process }: Ports) => process.env',
    'import { createHash } from "node:crypto"\ncreateHash("sha256")',
    'interface Ports { fetch(url: string): void; now: typeof Date.now }',
    'ports.fetch("x"); ports.setTimeout(1); const value = { process: 1 }',
    'new AbortController().signal; AbortSignal.any([])',
    '// Date.now()\nconst text = "Math.random()"',
  ])('behavior: %s is allowed', (text) => {
    expect(findUses(text)).toEqual([])
  })

  test('behavior: a use is named with its place and what to take instead', () => {
    expect(findAmbientCalls('tools/core/clock.ts', 'const a = 1\nDate.now()')).toEqual([
      { place: 'tools/core/clock.ts:2', use: 'Date.now', instead: 'take the time from the Clock port' },
    ])
  })
})
