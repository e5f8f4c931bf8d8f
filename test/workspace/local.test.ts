import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  closeSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { LOCAL_PORTS } from '../../bin/workspace/local-ports.ts'
import { createLocalBackend, type LocalPorts } from '../../tools/workspace/backends/local-backend.ts'
import { createBashTool } from '../../tools/workspace/tools/bash.ts'
import { createFindTool } from '../../tools/workspace/tools/find.ts'
import { CLOCK } from './clock.ts'

let base: string
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'assay-local-'))
  for (const folder of ['root', 'root/sub', 'agent', 'outside']) mkdirSync(join(base, folder))
  writeFileSync(join(base, 'agent/keystore.json'), 'KEY')
  writeFileSync(join(base, 'outside/secret.txt'), 'SECRET')
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

const open = (protects: readonly string[] = [], root = 'root', allow: readonly string[] = []) =>
  createLocalBackend(
    {
      root: join(base, root),
      allow: allow.map((each) => join(base, each)),
      protects: protects.map((each) => join(base, each)),
    },
    LOCAL_PORTS,
  )
const part = { from: 0, most: 100 }
const bytes = (text: string) => new TextEncoder().encode(text)

describe('files of the agent', () => {
  test.each([
    ['in the root', ['root/keystore.json'], 'root', []],
    ['below the root', ['root/sub/store.db-wal'], 'root', []],
    ['in a root that is wide', ['agent/keystore.json'], '.', []],
    ['in a folder that is allowed', ['agent/keystore.json'], 'root', ['agent']],
    ['that are the root', ['root'], 'root', []],
    ['that hold the root', ['root'], 'root/sub', []],
    ['that do not exist yet', ['root/later/store.db'], 'root', []],
  ])('error: ROOT_HOLDS_SECRETS for those %s', (_, protects, root, allow) => {
    expect(() => open(protects, root, allow)).toThrow(expect.objectContaining({ code: 'ROOT_HOLDS_SECRETS' }))
  })

  test('error: ROOT_HOLDS_SECRETS whatever links the paths go through', () => {
    symlinkSync(join(base, 'root'), join(base, 'alias'))
    symlinkSync(join(base, 'agent'), join(base, 'root-link'))
    expect(() => open(['alias/store.db'])).toThrow(expect.objectContaining({ code: 'ROOT_HOLDS_SECRETS' }))
    expect(() => open(['agent/keystore.json'], 'root-link')).toThrow(
      expect.objectContaining({ code: 'ROOT_HOLDS_SECRETS' }),
    )
  })

  test('error: PATH_PROTECTED at each access, under whatever name', async () => {
    const backend = open(['agent/keystore.json', 'agent/later.db'])
    linkSync(join(base, 'agent/keystore.json'), join(base, 'root/innocent.txt'))
    symlinkSync('innocent.txt', join(base, 'root/link'))
    // One that came to be after the backend.
    writeFileSync(join(base, 'agent/later.db'), 'STORE')
    linkSync(join(base, 'agent/later.db'), join(base, 'root/sub/later'))
    const { file } = backend
    for (const path of ['innocent.txt', 'link', 'sub/later']) {
      const refused = { code: 'PATH_PROTECTED' }
      await expect(file.readFile(path, part)).rejects.toMatchObject(refused)
      await expect(file.writeFile(path, bytes('x'))).rejects.toMatchObject(refused)
      await expect(file.stat(path)).rejects.toMatchObject(refused)
    }
    expect(readFileSync(join(base, 'agent/keystore.json'), 'utf8')).toBe('KEY')
    await backend.close()
  })
})

test('error: PATH_PROTECTED for what was a file of the agent at the start, wherever it lies by then', async () => {
  const backend = open(['agent/keystore.json'])
  renameSync(join(base, 'agent/keystore.json'), join(base, 'root/old.json'))
  await expect(backend.file.readFile('old.json', part)).rejects.toMatchObject({ code: 'PATH_PROTECTED' })
  await backend.close()
})

test('behavior: find names no file of the agent, under whatever name it lies', async () => {
  const backend = open(['agent/keystore.json'])
  linkSync(join(base, 'agent/keystore.json'), join(base, 'root/innocent.md'))
  writeFileSync(join(base, 'root/own.md'), 'inside')
  const find = createFindTool({ backend, clock: CLOCK })
  expect((await find.execute({ pattern: '*.md' })).content).toEqual([{ kind: 'text', text: 'own.md' }])
  await backend.close()
})

describe('a file that is exchanged between the look and the opening', () => {
  /** Open the root, and do something once `a.txt` was looked at: what is protected is asked for at each step of the way. */
  const openWith = (exchange: () => void) => {
    let asked = 0
    const identify: LocalPorts['identify'] = (path) => {
      asked += 1
      // The backend itself asks first, then for the root, then for the file that it sees.
      if (asked === 3) exchange()
      return LOCAL_PORTS.identify(path)
    }
    const protects = [join(base, 'agent/keystore.json')]
    return createLocalBackend({ root: join(base, 'root'), protects }, { ...LOCAL_PORTS, identify })
  }
  const innocent = () => join(base, 'root/a.txt')

  test('error: PATH_PROTECTED for a hard link to a file of the agent', async () => {
    writeFileSync(innocent(), 'inside')
    const { file, close } = openWith(() => {
      rmSync(innocent())
      linkSync(join(base, 'agent/keystore.json'), innocent())
    })
    await expect(file.readFile('a.txt', part)).rejects.toMatchObject({ code: 'PATH_PROTECTED' })
    expect(readFileSync(innocent(), 'utf8')).toBe('KEY')
    await close()
  })

  test('error: PATH_NOT_FOUND for a link that leads outside', async () => {
    writeFileSync(innocent(), 'inside')
    const { file, close } = openWith(() => {
      rmSync(innocent())
      symlinkSync('../outside/secret.txt', innocent())
    })
    await expect(file.readFile('a.txt', part)).rejects.toMatchObject({ code: 'PATH_NOT_FOUND' })
    expect(readFileSync(innocent(), 'utf8')).toBe('SECRET')
    await close()
  })
})

test.each([
  ['relative', 'root', 'is no absolute path'],
  ['missing', '/nonexistent/folder', 'does not exist'],
  ['a file', '/etc/passwd', 'is no folder'],
])('error: ROOT_INVALID for a root that is %s', (_, root, problem) => {
  expect(() => createLocalBackend({ root, protects: [] }, LOCAL_PORTS)).toThrow(
    expect.objectContaining({ code: 'ROOT_INVALID', shortMessage: expect.stringContaining(problem) }),
  )
})

/** Move something to a path, whatever a write creates there in the moment in which nothing stands there. */
function takePlace(from: string, to: string) {
  for (;;) {
    rmSync(to, { recursive: true, force: true })
    try {
      renameSync(from, to)
      return
    } catch (error) {
      if (!['EISDIR', 'ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? ''))
        throw error
    }
  }
}

test('behavior: what exchanges folders for links while they are used gets nothing out', async () => {
  const { file, close } = open()
  const swapped = join(base, 'root/swapped')
  const aside = join(base, 'aside')
  const evil = join(base, 'evil')
  symlinkSync(join(base, 'outside'), evil)
  mkdirSync(swapped)
  writeFileSync(join(swapped, 'secret.txt'), 'inside')
  let isOn = true
  const swap = async () => {
    while (isOn) {
      renameSync(swapped, aside)
      takePlace(evil, swapped)
      await new Promise(setImmediate)
      renameSync(swapped, evil)
      takePlace(aside, swapped)
      await new Promise(setImmediate)
    }
  }
  const swapping = swap()
  const seen = new Set<string>()
  // Until a swap came between, however seldom this process is let run.
  for (let round = 0; round < 400 || seen.size <= 2; round += 1) {
    const tries = [
      file.readFile('swapped/secret.txt', part).then(({ bytes: read }) => String(Buffer.from(read))),
      file.writeFile('swapped/new.txt', bytes('x')).then(() => 'written'),
    ]
    for (const result of await Promise.allSettled(tries)) {
      seen.add(result.status === 'fulfilled' ? result.value : String(result.reason.code))
    }
  }
  isOn = false
  await swapping
  expect(seen).not.toContain('SECRET')
  expect(
    [...seen].filter(
      (each) =>
        ![
          'inside',
          'written',
          'PATH_OUTSIDE',
          'PATH_NOT_FOUND',
          'PATH_NOT_FOLDER',
          'BACKEND_FAILED',
        ].includes(each),
    ),
  ).toEqual([])
  expect(spawnSync('ls', [join(base, 'outside')], { encoding: 'utf8' }).stdout).toBe('secret.txt\n')
  await close()
})

test('behavior: another folder in the place of the root is not taken for it', async () => {
  const { file, close } = open()
  await file.writeFile('a.txt', bytes('inside'))
  renameSync(join(base, 'root'), join(base, 'moved'))
  symlinkSync(join(base, 'outside'), join(base, 'root'))
  await expect(file.readFile('secret.txt', part)).rejects.toMatchObject({ code: 'PATH_NOT_FOUND' })
  expect((await file.readFile('a.txt', part)).sizeBytes).toBe(6)
  await close()
})

test('behavior: pipes and devices are no files, and hold up nobody', async () => {
  const { file, close } = open()
  spawnSync('mkfifo', [join(base, 'root/pipe')])
  await expect(file.readFile('pipe', part)).rejects.toMatchObject({ code: 'PATH_NOT_FILE' })
  await expect(file.writeFile('pipe', bytes('x'))).rejects.toMatchObject({ code: 'PATH_NOT_FILE' })
  await close()
})

test('behavior: a file keeps its permissions, and nothing is left of a write', async () => {
  const { file, close } = open()
  await file.writeFile('script', bytes('one'))
  chmodSync(join(base, 'root/script'), 0o750)
  await file.writeFile('script', bytes('two'))
  expect(statSync(join(base, 'root/script')).mode & 0o777).toBe(0o750)
  expect((await file.readDir('.')).map(({ name }) => name)).toEqual(['script', 'sub'])
  await close()
})

test('error: BACKEND_DISCONNECTED once it is closed, whatever folder its descriptor stands for now', async () => {
  const backend = open()
  const before = backend.file.readFile('secret.txt', part)
  await backend.close()
  const others = Array.from({ length: 8 }, () => openSync(join(base, 'outside'), 'r'))
  try {
    await expect(before).rejects.toMatchObject({ code: expect.stringMatching(/^(BACKEND|PATH)_/) })
    await expect(backend.file.readFile('secret.txt', part)).rejects.toMatchObject({
      code: 'BACKEND_DISCONNECTED',
    })
    // A second time it closes nobody else's.
    await backend.close()
  } finally {
    for (const each of others) closeSync(each)
  }
})

test('behavior: who takes the output slowly has all of it', async () => {
  let taken = 0
  const { exitCode } = await open().exec.run(
    { program: 'head', args: ['-c', '150000', '/dev/zero'] },
    async ({ bytes: { length } }) => {
      // Longer than a silence may last after the end.
      if (taken === 0) await delay(1_500)
      taken += length
    },
    new AbortController().signal,
  )
  expect([exitCode, taken]).toEqual([0, 150_000])
})

test('behavior: what got out of the tree of a command and writes on without an end holds nobody up', async () => {
  let taken = 0
  const script = 'mkfifo gone; (env -i setsid bash -c "ulimit -x 3; : >gone; exec yes" &); cat gone'
  const { exitCode } = await open().exec.run(
    { program: 'bash', args: ['-c', script] },
    ({ bytes: { length } }) => {
      taken += length
    },
    new AbortController().signal,
  )
  expect([exitCode, taken > 0]).toEqual([0, true])
})

test('error: COMMAND_NOT_STARTED for more than the system takes as arguments', async () => {
  const tool = createBashTool({ backend: open(), clock: CLOCK })
  const { content } = await tool.execute({ command: `: ${'x'.repeat(200_000)}` })
  expect(content).toMatchObject([{ errCode: 'COMMAND_NOT_STARTED', text: expect.stringContaining('E2BIG') }])
})

test('behavior: folders deeper than any path reaches are passed over', async () => {
  const backend = open()
  await backend.file.writeFile('near.txt', bytes('x'))
  const deep = `n=$(printf 'd%.0s' {1..200}); for i in {1..25}; do mkdir $n; cd $n; done; touch far.txt`
  const signal = new AbortController().signal
  await backend.exec.run({ program: 'bash', args: ['-c', deep] }, () => undefined, signal)
  for (const own of [
    backend,
    { name: '', machine: 'own', file: backend.file, exec: backend.exec, close: backend.close } as const,
  ]) {
    const { content } = await createFindTool({ backend: own, clock: CLOCK }).execute({ pattern: '*.txt' })
    expect(content).toEqual([{ kind: 'text', text: 'near.txt' }])
  }
})
