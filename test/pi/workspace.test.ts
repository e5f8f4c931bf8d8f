import { linkSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Environment } from '../../harness/stage/environment.ts'
import { forkOrigin } from '../fork-origin.ts'
import { type AgentHome, createAgentHome, TRADER } from './agent-home.ts'
import { startPi } from './start-pi.ts'

let environment: Environment
let home: AgentHome | undefined
let root: string

beforeAll(async () => {
  environment = await forkOrigin()
  root = mkdtempSync(join(tmpdir(), 'assay-pi-workspace-'))
  writeFileSync(join(root, 'notes.txt'), 'buy low\nsell high\n')
})
afterEach(() => home?.remove())
afterAll(async () => {
  rmSync(root, { recursive: true, force: true })
  await environment?.stop()
})

const settle = async (workspace: string) => {
  home = await createAgentHome(environment, { config: `${TRADER}${workspace}` })
  return home
}
const section = (lines: string) => `[workspace]\nroot = ${JSON.stringify(root)}\n${lines}\n`

describe('an agent with a signer', () => {
  test('behavior: gets no workspace tool unless its config names them', async () => {
    const { path, variables } = await settle('')
    const made = await startPi(path, variables).play(
      ['read', { path: 'notes.txt' }],
      ['bash', { command: 'id' }],
    )
    expect(made.map(({ isError }) => isError)).toEqual([true, true])
    expect(made.map(({ text }) => text).join('\n')).not.toContain('buy low')
  })

  test('default: gets those that its config names, and these stay in their folder', async () => {
    const { path, variables } = await settle(section('preset = "read-only"\ntools = ["edit"]'))
    linkSync(join(path, 'operator.json'), join(root, 'linked.json'))
    const keystore = readFileSync(join(path, 'operator.json'), 'utf8')
    const made = await startPi(path, variables).play(
      ['read', { path: 'notes.txt' }],
      ['edit', { path: 'notes.txt', oldText: 'low', newText: 'lower' }],
      ['grep', { pattern: 'lower$' }],
      ['find', { pattern: '*.txt' }],
      ['read', { path: join(path, 'operator.json') }],
      ['read', { path: 'linked.json' }],
      ['write', { path: 'x', content: 'x' }],
      ['bash', { command: 'id' }],
    )
    expect(
      made.map(({ tool, isError }) => [tool, isError]),
      JSON.stringify(made),
    ).toEqual([
      ['read', false],
      ['edit', false],
      ['grep', false],
      ['find', false],
      ['read', true],
      ['read', true],
      ['write', true],
      ['bash', true],
    ])
    const texts = made.map(({ text }) => text)
    expect(texts[0]).toContain('buy low\nsell high')
    expect(texts[1]).toContain('+buy lower')
    expect(texts[2]).toContain('notes.txt:1:buy lower')
    expect(texts[3]).toContain('notes.txt')
    expect(texts[4]).toContain('PATH_OUTSIDE')
    expect(texts[5]).toContain('PATH_PROTECTED')
    expect(texts.join('\n')).not.toContain(JSON.parse(keystore).crypto.ciphertext)
    rmSync(join(root, 'linked.json'))
  })

  test.each([
    ['EXEC_BESIDE_KEYS', () => section('preset = "coding"')],
    ['ROOT_HOLDS_SECRETS', () => '[workspace]\nroot = "/"\npreset = "read-only"\n'],
  ])('error: %s keeps it from starting', async (code, lines) => {
    const { path, variables } = await settle(lines())
    await expect(startPi(path, variables).play(['query_state', { query: 'x' }])).rejects.toThrow(code)
  })
})
