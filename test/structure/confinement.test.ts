import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findToolPowers } from '../../scripts/find-tool-powers.ts'
import { DEV_REGISTRY } from '../../tools/profiles/dev.ts'

const ROOT = join(import.meta.dirname, '../..')
const FOLDER = join(ROOT, 'tools/protocols')
const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !/\.test(-d)?\.ts$/.test(file))
  .map((file) => join(FOLDER, file))

test('I25: no tool of the stack has a way to a key, RPC, files, environment or network of its own', () => {
  expect(files.length).toBeGreaterThan(DEV_REGISTRY.tools.length / 2)
  expect(files.flatMap((file) => findToolPowers(file, readFileSync(file, 'utf8')))).toEqual([])
})

test.each([
  ["import { readFileSync } from 'node:fs'", 'node:fs'],
  ["import fs from 'fs'", 'fs'],
  ["export * from 'node:child_process'", 'node:child_process'],
  ["import { createRequire } from 'node:module'", 'node:module'],
  ["import { DatabaseSync } from 'node:sqlite'", 'node:sqlite'],
  ["import { lookup } from 'node:dns'", 'node:dns'],
  ["import { Session } from 'node:inspector'", 'node:inspector'],
  ["import { privateKeyToAccount } from 'viem/accounts'", 'viem/accounts'],
  ["import { createPublicClient } from 'viem'", 'viem.createPublicClient'],
  ["import { http as encode } from 'viem'", 'viem.http'],
  ["import * as viem from 'viem'", 'viem'],
  ["import { randomBytes } from 'node:crypto'", 'node:crypto.randomBytes'],
  ["import { createCustody } from '../../safety/custody.ts'", '../../safety/custody.ts'],
  ["import '../../safety/custody.ts'", '../../safety/custody.ts'],
  ["export const x = await import('node:' + 'fs')", 'import()'],
  ['export const x = process.env.OPERATOR_KEY', 'process'],
  ["export const x = globalThis['pro' + 'cess']", 'globalThis'],
  ['const { env } = process', 'process'],
  ['export const x = { process }', 'process'],
  ["export const x = fetch('https://example.org')", 'fetch'],
  ['const send = fetch', 'fetch'],
  ["export const x = new Function('return process')()", 'Function'],
  ["export const x = (() => 1).constructor('return process')()", '.constructor'],
  ["export const x = (() => 1)['constructor']('return process')()", '.constructor'],
  ["export const x = (() => 1)['con' + 'structor']('return process')()", 'a computed member'],
  ['const { constructor: make } = () => 1', '.constructor'],
  ["export const x = eval('process')", 'eval'],
  ['export const x = import.meta.url', 'import.meta'],
  ['WeakMap.prototype.get = () => 1', '.prototype'],
  ['Object.setPrototypeOf({}, null)', '.setPrototypeOf'],
  ["export const x = new Worker('x')", 'Worker'],
])('I25: the check finds the power in %s', (text, power) => {
  const found = findToolPowers('hostile.ts', text).map((entry) => entry.power)
  expect(found.join(', ')).toContain(power)
})

test('behavior: ordinary tools are left alone', () => {
  const text = `
    import { type Address, encodeFunctionData, getAddress } from 'viem'
    import { createHash } from 'node:crypto'
    import { Type } from '../../core/schema.ts'
    export const plan = (ctx: { process: Address; list: number[] }, index: number) =>
      [ctx.process, ctx.list[index + 1], { module: 1, eval: getAddress }]
  `
  expect(findToolPowers('good.ts', text)).toEqual([])
})
