import { linkSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createWorkspacePort } from '../../bin/workspace/workspace-port.ts'
import type { WorkspaceConfig } from '../../tools/runtime/config/config-schema.ts'

let base: string
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'assay-port-'))
  for (const folder of ['root', 'home', 'home/.ssh', 'config']) mkdirSync(join(base, folder))
  writeFileSync(join(base, 'home/.ssh/id_ed25519'), 'KEY')
  writeFileSync(join(base, 'config/skill.toml'), 'TOOLS')
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

const port = () =>
  createWorkspacePort({
    protects: [],
    home: join(base, 'home'),
    place: (name) => join(base, 'config', name),
    readFile: () => '',
    secret: '',
  })
const open = (config: WorkspaceConfig) =>
  port().openBackend(
    { preset: 'read-only', skills: ['skill.toml'], root: join(base, 'root'), ...config },
    () => undefined,
  )

test('default: the addresses of this machine', () => {
  expect(port().listAddresses()).toContain('127.0.0.1')
})

describe('what a file of tools says, and by which keys the user logs in', () => {
  test.each([
    ['the folder of the config', 'config', []],
    ['that folder, which is allowed', 'root', ['config']],
    ['the home of the user', 'home', []],
    ['what lies beside the keys', 'home/.ssh', []],
  ])('error: ROOT_HOLDS_SECRETS for %s', (_, root, allow) => {
    const config = { root: join(base, root), allow: allow.map((each) => join(base, each)) }
    expect(() => open(config)).toThrow(expect.objectContaining({ code: 'ROOT_HOLDS_SECRETS' }))
  })

  test('error: PATH_PROTECTED under another name', async () => {
    linkSync(join(base, 'home/.ssh/id_ed25519'), join(base, 'root/key'))
    linkSync(join(base, 'config/skill.toml'), join(base, 'root/tools'))
    const { file, close } = open({})
    for (const path of ['key', 'tools']) {
      const refused = { code: 'PATH_PROTECTED' }
      await expect(file.readFile(path, { from: 0, most: 9 })).rejects.toMatchObject(refused)
      await expect(file.writeFile(path, new Uint8Array())).rejects.toMatchObject(refused)
    }
    await close()
  })

  test('default: without keys nothing is in the way', async () => {
    rmSync(join(base, 'home/.ssh'), { recursive: true })
    const { file, close } = open({})
    expect(await file.readDir('.')).toEqual([])
    await close()
  })
})
