import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { FileOps, ToolBackend } from '../backend.ts'
import { createMemoryBackend } from '../backends/memory-backend.ts'
import type { ContentBlock } from '../content-block.ts'
import { createAllTools } from '../presets.ts'

const never = () => new Promise<never>(() => undefined)
const SILENT: FileOps = {
  readFile: never,
  writeFile: never,
  stat: never,
  readDir: never,
  mkdirAll: never,
  remove: never,
}

/** A clock whose timers are due when a test says so. */
function createTimers() {
  const set = new Map<() => void, number>()
  return {
    clock: {
      wallMs: () => 0,
      setTimer(delayMs: number, callback: () => void) {
        set.set(callback, delayMs)
        return () => void set.delete(callback)
      },
    },
    delays: () => [...set.values()],
    expire() {
      for (const callback of [...set.keys()]) {
        set.delete(callback)
        callback()
      }
    },
  }
}

/** What comes of a call by itself; `pending` while it waits for something. */
async function settled<T>(call: Promise<T>): Promise<T | 'pending'> {
  const turns = async () => {
    for (let turn = 0; turn < 20; turn += 1) await nextTurn()
    return 'pending' as const
  }
  return Promise.race([call, turns()])
}

/** The tools over a backend that answers as it is told, beside one in memory with the file `a.txt`. */
async function openTools(file: Partial<FileOps>, exec: ToolBackend['exec'] = { run: never }) {
  const memory = createMemoryBackend()
  await memory.file.writeFile('a.txt', Buffer.from('one'))
  const timers = createTimers()
  const backend = { ...memory, name: 'far', file: { ...memory.file, ...file }, exec }
  const tools = createAllTools({ backend, clock: timers.clock })
  const controller = new AbortController()
  const shown: ContentBlock[] = []
  const call = async (name: string, args: unknown) => {
    const output = await tools
      .find((tool) => tool.name === name)
      ?.execute(args, { signal: controller.signal, onUpdate: (block) => shown.push(block) })
    return output?.content.map((block) => (block.kind === 'error' ? block.errCode : block))
  }
  return { ...timers, memory, call, shown, stop: () => controller.abort() }
}

const CALLS = [
  ['read', { path: 'a.txt' }, 'SEARCH_TIMED_OUT', 'CALL_STOPPED'],
  ['write', { path: 'a.txt', content: 'two' }, 'WRITE_UNCERTAIN', 'WRITE_UNCERTAIN'],
  ['edit', { path: 'a.txt', oldText: 'one', newText: 'two' }, 'CALL_TIMED_OUT', 'CALL_STOPPED'],
  ['grep', { pattern: 'one', path: 'a.txt' }, 'SEARCH_TIMED_OUT', 'CALL_STOPPED'],
  ['find', { pattern: '*' }, 'SEARCH_TIMED_OUT', 'CALL_STOPPED'],
] as const

test.each(
  CALLS,
)('behavior: %s over a backend that says nothing ends with its time', async (name, args, code) => {
  const { call, delays, expire } = await openTools(SILENT)
  const answer = call(name, args)
  expect(await settled(answer)).toBe('pending')
  expect(delays()).toEqual([30_000])
  expire()
  expect(await settled(answer)).toEqual([code])
  expect(delays()).toEqual([])
})

test.each(
  CALLS,
)('behavior: %s over a backend that says nothing ends when it is stopped', async (name, args, _, code) => {
  const { call, delays, stop } = await openTools(SILENT)
  const answer = call(name, args)
  expect(await settled(answer)).toBe('pending')
  stop()
  expect(await settled(answer)).toEqual([code])
  expect(delays()).toEqual([])
  // Of a call that was stopped before it began nothing was done.
  expect(await settled(call(name, args))).toEqual(['CALL_STOPPED'])
})

test.each(CALLS)('behavior: %s hands its signal to the backend', async (name, args) => {
  const signals: (AbortSignal | undefined)[] = []
  const keep = (signal: AbortSignal | undefined) => {
    signals.push(signal)
    return never()
  }
  const { call, stop } = await openTools({
    readFile: (_, __, signal) => keep(signal),
    writeFile: (_, __, signal) => keep(signal),
    stat: (_, signal) => keep(signal),
    readDir: (_, signal) => keep(signal),
  })
  const answer = call(name, args)
  expect(await settled(answer)).toBe('pending')
  stop()
  await answer
  expect(signals.map((signal) => signal?.aborted)).toEqual([true])
})

test('error: WRITE_UNCERTAIN for an edit that was cut short while it wrote', async () => {
  const { call, expire } = await openTools({ writeFile: never })
  const answer = call('edit', { path: 'a.txt', oldText: 'one', newText: 'two' })
  expect(await settled(answer)).toBe('pending')
  expire()
  expect(await settled(answer)).toEqual(['WRITE_UNCERTAIN'])
})

test('behavior: edits behind one that hangs end with their time, do nothing after it, and the next is free', async () => {
  let read: FileOps['readFile'] = never
  const { call, expire, memory } = await openTools({ readFile: (...part) => read(...part) })
  const edit = (oldText: string, newText: string) => call('edit', { path: 'a.txt', oldText, newText })
  const answers = [edit('one', 'two'), edit('one', 'three')]
  expect(await Promise.all(answers.map(settled))).toEqual(['pending', 'pending'])
  read = memory.file.readFile
  expire()
  expect(await Promise.all(answers.map(settled))).toEqual([['CALL_TIMED_OUT'], ['CALL_TIMED_OUT']])
  expect(await settled(edit('one', 'four'))).toMatchObject([{ kind: 'text' }])
  expect(String(Buffer.from((await memory.file.readFile('a.txt', { from: 0, most: 9 })).bytes))).toBe('four')
})

test('behavior: a file operation that is reached after its signal does nothing', async () => {
  const { file } = createMemoryBackend()
  const signal = AbortSignal.abort()
  const part = { from: 0, most: 1 }
  for (const late of [
    file.writeFile('a.txt', Buffer.from('x'), signal),
    file.readFile('a.txt', part, signal),
    file.mkdirAll('b', signal),
    file.stat('.', signal),
    file.readDir('.', signal),
    file.remove('.', signal),
  ]) {
    await expect(late).rejects.toBe(signal.reason)
  }
  expect(await file.readDir('.')).toEqual([])
})

test('error: COMMAND_UNENDED where a backend does not say that a command which was to end has', async () => {
  const chunk = (text: string) => ({ stream: 'stdout', bytes: Buffer.from(text) }) as const
  let write = async (_text: string): Promise<void> => undefined
  const { call, delays, expire, shown, stop } = await openTools(
    {},
    {
      run: (_, onOutput) => {
        write = async (text) => onOutput(chunk(text))
        return never()
      },
    },
  )
  const answer = call('bash', { command: 'sleep 1' })
  await write('before')
  stop()
  await write(' and while it is killed')
  expect(await settled(answer)).toBe('pending')
  expect(delays()).toEqual([30_000, 10_000])
  expire()
  const content = [{ kind: 'text', text: 'before and while it is killed' }, 'COMMAND_UNENDED']
  expect(await settled(answer)).toEqual(content)
  // What comes after that is nobody's, and who sends it learns so.
  await expect(write('late')).rejects.toThrow('nobody')
  expect([shown.length, await answer]).toEqual([2, content])
})

test.each([
  ['its time', 'expire', 'COMMAND_TIMED_OUT'],
  ['its caller', 'stop', 'COMMAND_STOPPED'],
] as const)('behavior: a command that ends in time after %s ended it is known to have ended', async (_, how, code) => {
  const tools = await openTools(
    {},
    {
      run: (_command, _onOutput, signal) =>
        new Promise((resolve) => signal.addEventListener('abort', () => resolve({ exitCode: 137 }))),
    },
  )
  const answer = tools.call('bash', { command: 'sleep 1' })
  expect(await settled(answer)).toBe('pending')
  tools[how]()
  expect(await settled(answer)).toEqual([code])
  expect(tools.delays()).toEqual([])
})
