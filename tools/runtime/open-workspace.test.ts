import { describe, expect, test } from 'vitest'
import type { ToolBackend } from '../workspace/backend.ts'
import { createMemoryBackend } from '../workspace/backends/memory-backend.ts'
import { readConfig } from './config/read-config.ts'
import { openDeclaredWorkspace, type WorkspacePort } from './open-workspace.ts'

const clock = { wallMs: () => 0, tick: () => 0, setTimer: () => () => undefined }
const NAMES = { tools: [], archetypes: [], protocols: [], accounts: [] }
const read = (lines: string) =>
  readConfig({ path: 'agent.toml', text: `[workspace]\n${lines}` }, NAMES).workspace

const SKILL = '[tools.status]\ndescription = "d"\nprogram = "git"\nargs = ["status"]'

/** What this machine is said to have. */
const ADDRESSES = ['127.0.0.1', '192.0.2.7', '2001:db8::7', 'fe80::7']

const SSH = 'backend = "ssh"\nroot = "/w"\nhost = "h"\nuser = "u"\nkey = "k"\n'

/** Open what a config says, on this machine or another. */
function open(lines: string | undefined, { machine = 'own' as ToolBackend['machine'], signs = true } = {}) {
  const closed: string[] = []
  const admitted: ((address: string | undefined) => void)[] = []
  const port: WorkspacePort = {
    listAddresses: () => ADDRESSES,
    openBackend(_, admit) {
      admitted.push(admit)
      return { ...createMemoryBackend(), machine, close: async () => void closed.push('closed') }
    },
    readFile: () => SKILL,
  }
  const workspace = lines === undefined ? undefined : read(lines)
  const opened = () =>
    openDeclaredWorkspace(
      { workspace: port, clock, signing: signs ? ({} as never) : undefined },
      workspace ? { workspace } : {},
    )
  return { opened, closed, admitted }
}
const names = (lines: string, options = {}) =>
  open(lines, options)
    .opened()
    ?.tools.map(({ name }) => name)

test('default: no tool without a config that names it, with a signer or without', () => {
  expect(open(undefined).opened()).toBeUndefined()
  expect(open(undefined, { signs: false }).opened()).toBeUndefined()
})

test('default: those of the preset, those by name, those of files; built-in ones win', () => {
  const lines = 'root = "/w"\npreset = "read-only"\ntools = ["write", "read"]'
  expect(names(lines)).toEqual(['read', 'grep', 'find', 'write'])
  expect(names('root = "/w"\nskills = ["skill.toml"]', { signs: false })).toEqual(['status'])
})

describe('beside a key', () => {
  test.each([
    ['a shell', 'root = "/w"\npreset = "coding"', 'bash'],
    ['a shell by name', 'root = "/w"\ntools = ["bash"]', 'bash'],
    ['a tool of a file', 'root = "/w"\nskills = ["skill.toml"]', 'status'],
  ])('I25: error: EXEC_BESIDE_KEYS for %s, and the backend is closed', (_, lines, tool) => {
    const { opened, closed } = open(lines)
    expect(opened).toThrow(expect.objectContaining({ code: 'EXEC_BESIDE_KEYS', args: { tool } }))
    expect(closed).toEqual(['closed'])
  })

  test.each([
    'localhost',
    '127.0.0.1',
    '127.8.8.8',
    '::1',
    '0:0:0:0:0:0:0:1',
    '::ffff:127.0.0.1',
    '::127.0.0.1',
    '::',
    '127.1',
    '0x7f000001',
    '2130706433',
    '0',
    'LOCALHOST',
    'localhost.',
    'agent.localhost',
    'localhost.localdomain',
    '192.0.2.7',
    '3221225991',
    '::ffff:192.0.2.7',
    '2001:DB8:0::7',
  ])('I25: error: BACKEND_BESIDE_KEYS for the host %s', (host) => {
    const lines = `${SSH.replace('"h"', JSON.stringify(host))}preset = "read-only"\nhost_key = "SHA256:${'A'.repeat(43)}"`
    expect(open(lines).opened).toThrow(expect.objectContaining({ code: 'BACKEND_BESIDE_KEYS' }))
    expect(open(lines, { signs: false }).opened).not.toThrow()
    const http = `backend = "http"\nurl = "https://${host.includes(':') ? `[${host}]` : host}:80/"\npreset = "read-only"`
    expect(open(http).opened).toThrow(expect.objectContaining({ code: 'BACKEND_BESIDE_KEYS' }))
  })

  test('I25: error: BACKEND_BESIDE_KEYS for a name that leads here, when it is connected to', () => {
    const lines = `${SSH.replace('"h"', '"agent.lan"')}preset = "read-only"\nhost_key = "SHA256:${'A'.repeat(43)}"`
    const admitOf = (options: { readonly signs?: boolean }) => {
      const { opened, admitted } = open(lines, { machine: 'other', ...options })
      opened()
      return admitted[0] as (address: string | undefined) => void
    }
    for (const address of [
      '192.0.2.7',
      '::ffff:192.0.2.7',
      'fe80::7%eth0',
      '127.0.1.1',
      '::1',
      undefined,
      '',
    ]) {
      const refused = expect.objectContaining({ code: 'BACKEND_BESIDE_KEYS', args: { host: 'agent.lan' } })
      expect(() => admitOf({})(address), address ?? 'unknown').toThrow(refused)
      expect(() => admitOf({ signs: false })(address)).not.toThrow()
    }
    for (const address of ['192.0.2.8', '2001:db8::8', 'fe80::8%eth0']) {
      expect(() => admitOf({})(address)).not.toThrow()
    }
  })

  test('behavior: on another machine, or without a signer, commands run', () => {
    expect(names('root = "/w"\npreset = "all"', { machine: 'other' })).toContain('bash')
    expect(names('root = "/w"\npreset = "all"', { signs: false })).toContain('bash')
  })
})

test('error: WORKSPACE_NOT_AVAILABLE where the process offers none', () => {
  const workspace = read('root = "/w"\npreset = "all"')
  const opened = () => openDeclaredWorkspace({ clock, signing: undefined }, workspace ? { workspace } : {})
  expect(opened).toThrow(expect.objectContaining({ code: 'WORKSPACE_NOT_AVAILABLE' }))
})

test.each([
  ['no root', 'preset = "all"', 'agent.toml:1:1: expected root for the backend local'],
  ['no tools', 'root = "/w"', 'agent.toml:1:1: expected a preset, tools or skills'],
  ['a preset', 'root = "/w"\npreset = "codign"', '3:1: unknown preset "codign"; did you mean "coding"?'],
  [
    'a tool',
    'root = "/w"\ntools = ["read", "wriet"]',
    '3:18: unknown workspace tool "wriet"; did you mean "write"?',
  ],
  ['a key', 'rot = "/w"', '2:1: unknown key "rot"; did you mean "root"?'],
  ['a host key', `${SSH}preset = "all"`, 'expected host_key for the backend ssh'],
  ['a form of host key', `${SSH}preset = "all"\nhost_key = "ssh-ed25519 AAAA"`, '/workspace/host_key'],
  [
    'what belongs to another',
    'root = "/w"\npreset = "all"\nurl = "http://x"',
    '4:1: the backend local takes no url',
  ],
  ['a URL', 'backend = "http"\nurl = "x"\npreset = "all"', '3:1: expected a URL, found none'],
  [
    'a URL by which anybody on the way reads the token',
    'backend = "http"\nurl = "http://example.org/"\npreset = "all"',
    '3:1: expected https, or http on this machine, found http://example.org',
  ],
  [
    'a URL with a password',
    'backend = "http"\nurl = "https://a:b@x/"\npreset = "all"',
    '3:1: expected a URL without user name',
  ],
  ['a preset for elsewhere', 'root = "/w"\npreset = "remote"', '3:1: expected a backend on another machine'],
])('error: a config that is wrong about %s', (_, lines, expected) => {
  expect(() => read(lines)).toThrow(expected)
})
