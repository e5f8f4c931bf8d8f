import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ToolError } from '../../tools/core/errors.ts'
import type { ToolBackend } from '../../tools/workspace/backend.ts'
import { createAllTools } from '../../tools/workspace/presets.ts'
import { type BackendName, OPENERS, type Subject } from './backends.ts'
import { CLOCK } from './clock.ts'
import { type Act, actsArb } from './draw.ts'
import { dropPrivileges } from './unprivileged.ts'

/** Do one thing; answers what came of it in a form that can be held against another's. */
async function act(subject: Subject, folder: string, step: Act): Promise<unknown> {
  const { file } = subject.backend
  switch (step.kind) {
    case 'write':
      return file.writeFile(step.path, step.bytes)
    case 'read': {
      const { bytes, sizeBytes } = await file.readFile(step.path, step)
      return { bytes: Buffer.from(bytes).toString('hex'), sizeBytes }
    }
    case 'stat':
      return file.stat(step.path)
    case 'list':
      return file.readDir(step.path)
    case 'mkdir':
      return file.mkdirAll(step.path)
    case 'remove':
      return file.remove(step.path)
    case 'link': {
      const there = await file.readDir(folder)
      if (!there.some(({ name }) => name === step.name)) subject.link([folder, step.name], step.target)
      return undefined
    }
    case 'mode': {
      const there = (await file.readDir(folder)).find(({ name }) => name === step.name)
      if (there?.kind === 'file' || there?.kind === 'folder') {
        subject.setMode([folder, step.name], step.mode)
      }
      return undefined
    }
    case 'tool': {
      const tool = createAllTools({ backend: subject.backend, clock: CLOCK }).find(
        ({ name }) => name === step.tool,
      )
      const output = await tool?.execute(step.args)
      return { content: output?.content, exitCode: output?.exitCode }
    }
  }
}

/** Do one thing; a refusal is an answer too. */
async function answer(subject: Subject, folder: string, step: Act): Promise<unknown> {
  try {
    return await act(subject, folder, step)
  } catch (cause) {
    if (cause instanceof ToolError) return { code: cause.code, args: cause.args }
    throw cause
  }
}

/** Read everything that a folder holds and this user may read. */
async function readTree({ file }: ToolBackend, path: string): Promise<unknown> {
  const readable = <T>(body: Promise<T>) => body.catch(rethrowUnlessForbidden)
  const entries = await readable(file.readDir(path))
  if (typeof entries === 'string') return entries
  return Promise.all(
    entries.map(async ({ name, kind }) => {
      const own = `${path}/${name}`
      if (kind === 'folder') return [name, await readTree({ file } as ToolBackend, own)]
      if (kind !== 'file') return [name, kind]
      const part = await readable(file.readFile(own, { from: 0, most: 1e6 }))
      return [name, typeof part === 'string' ? part : Buffer.from(part.bytes).toString('hex')]
    }),
  )
}

function rethrowUnlessForbidden(cause: unknown): string {
  if (cause instanceof ToolError && cause.code === 'PATH_FORBIDDEN') return cause.code
  throw cause
}

/** What every backend has to do as the one in memory does, for a number of random trees. */
export function describeContract(name: BackendName, runs: number): void {
  describe(name, () => {
    let subject: Subject
    let memory: Subject
    let count = 0
    let restorePrivileges = () => undefined as unknown
    beforeAll(async () => {
      subject = await OPENERS[name]()
      memory = await OPENERS.memory()
      restorePrivileges = dropPrivileges()
    })
    afterAll(async () => {
      restorePrivileges()
      await subject.close()
      await memory.close()
    })

    test('behavior: random trees, names and bytes get the answers that memory gives', async () => {
      await fc.assert(
        fc.asyncProperty(actsArb('tree'), async (acts) => {
          count += 1
          const folder = `tree${count}`
          const move = (step: Act) => JSON.parse(JSON.stringify(step), revive(folder)) as Act
          for (const { backend } of [subject, memory]) await backend.file.mkdirAll(folder)
          for (const drawn of acts) {
            const step = 'bytes' in drawn ? { ...drawn, path: toFolder(drawn.path, folder) } : move(drawn)
            expect([step, await answer(subject, folder, step)]).toEqual([
              step,
              await answer(memory, folder, step),
            ])
          }
          const [own, expected] = await Promise.all(
            [subject, memory].map(({ backend }) => backend.file.stat(folder)),
          )
          expect(own).toEqual(expected)
          // The folder itself may have been removed, and a file written in its place.
          if (own?.kind !== 'folder') return
          expect(await readTree(subject.backend, folder)).toEqual(await readTree(memory.backend, folder))
        }),
        { numRuns: runs },
      )
    })
  })
}

const toFolder = (path: string, folder: string) => path.replace(/^tree(?=\/|$)/, () => folder)
const revive = (folder: string) => (key: string, value: unknown) =>
  key === 'path' ? toFolder(value as string, folder) : value
