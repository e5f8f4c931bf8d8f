import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Command, ToolBackend } from '../../tools/workspace/backend.ts'
import { MARKER } from '../../tools/workspace/command-env.ts'
import { createBashTool } from '../../tools/workspace/tools/bash.ts'
import { type BackendName, OPENERS, type Subject } from './backends.ts'
import { CLOCK } from './clock.ts'
import { listSleepers, ownTime } from './sleepers.ts'

const forever = new AbortController().signal

async function run({ exec }: ToolBackend, command: Command, signal: AbortSignal = forever) {
  const parts = { stdout: [] as Uint8Array[], stderr: [] as Uint8Array[] }
  const { exitCode } = await exec.run(command, ({ stream, bytes }) => void parts[stream].push(bytes), signal)
  const join = (all: Uint8Array[]) => Buffer.concat(all).toString()
  return { exitCode, stdout: join(parts.stdout), stderr: join(parts.stderr) }
}

const bash = (command: string): Command => ({ program: 'bash', args: ['-c', command] })

const argumentArb = fc.oneof(
  fc.constantFrom(
    '-n',
    '--',
    '',
    ' ',
    '\n',
    "'",
    '"',
    '\\',
    '$(id)',
    '`id`',
    '${PATH}',
    '*',
    '!!',
    '\t',
    '&',
    ';',
    'é',
    '%s',
  ),
  fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('\0', '').toWellFormed()),
)

/** How long the processes sleep that a test starts, by which it finds them. */
const SLEEPS = [1, 2, 3, 4].map(ownTime)

/** What every backend that runs commands has to do. */
export function describeExec(name: BackendName, runs: number): void {
  describe(name, () => {
    let subject: Subject
    beforeAll(async () => {
      subject = await OPENERS[name]()
    })
    afterAll(() => subject.close())

    test('behavior: arguments and variables arrive as they were given', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(argumentArb, { maxLength: 6 }), argumentArb, async (args, value) => {
          const command = {
            program: 'bash',
            args: ['-c', 'printf "%s\\0" "$VALUE" "$@"', 'x', ...args],
            env: { VALUE: value },
          }
          const { stdout, exitCode } = await run(subject.backend, command)
          expect({ stdout, exitCode }).toEqual({ stdout: [value, ...args, ''].join('\0'), exitCode: 0 })
        }),
        { numRuns: runs },
      )
    })

    test.each([
      ['the program', { program: 'echo\0', args: [] }],
      ['an argument', { program: 'echo', args: ['a\0b'] }],
      ['a variable', { program: 'true', args: [], env: { VALUE: 'a\0echo\0injected' } }],
    ])('error: COMMAND_NOT_STARTED for a NUL byte in %s, which would end it there', async (_, command) => {
      await expect(run(subject.backend, command)).rejects.toMatchObject({ code: 'COMMAND_NOT_STARTED' })
    })

    test('behavior: it runs in the working folder, with few variables and without input', async () => {
      const { stdout } = await run(subject.backend, bash('pwd; cat; env | sed "s/=.*//" | sort'))
      const names = ['HOME', 'LANG', 'PATH', 'PWD', 'SHLVL', '_', MARKER].toSorted()
      expect(stdout.trim().split('\n').toSorted()).toEqual([subject.root, ...names].toSorted())
    })

    test('behavior: exit codes, signals and both streams are told', async () => {
      const { backend } = subject
      expect(await run(backend, bash('echo out; echo err >&2; exit 7'))).toEqual({
        exitCode: 7,
        stdout: 'out\n',
        stderr: 'err\n',
      })
      expect((await run(backend, bash('kill -TERM $$'))).exitCode).toBe(143)
      const missing = await run(backend, { program: 'no-such-program', args: [] })
      expect(missing).toMatchObject({ exitCode: 127, stderr: expect.stringContaining('no-such-program') })
    })

    test('behavior: nothing that a command started goes on after it', async () => {
      const { backend } = subject
      const [first, second, third, fourth] = SLEEPS
      const commands = {
        'in the background': `sleep ${first} & `,
        'in a session of its own': `setsid sleep ${second} & `,
        'as a daemon': `(setsid bash -c "sleep ${third} & sleep ${third}" >/dev/null 2>&1 &) ; `,
        // What it writes to the pipe is read only once its parent has ended.
        'with nothing of the command': `mkfifo gone; (env -i setsid bash -c ": >gone; exec sleep ${fourth}" >/dev/null 2>&1 &); cat gone; rm gone; `,
        'deaf to signals': `(trap "" TERM HUP INT; sleep ${fourth}) & `,
      }
      for (const [how, command] of Object.entries(commands)) {
        expect([how, (await run(backend, bash(`${command} echo done`))).stdout]).toEqual([how, 'done\n'])
        expect([how, listSleepers(SLEEPS)]).toEqual([how, []])
      }
    })

    test('error: COMMAND_TIMED_OUT kills the whole tree and keeps what was written', async () => {
      let expire = (): void => undefined
      const clock = {
        ...CLOCK,
        setTimer(_: number, callback: () => void) {
          expire = callback
          return () => undefined
        },
      }
      const tool = createBashTool({ backend: subject.backend, clock })
      const [first, second, third] = SLEEPS
      const command = `setsid sleep ${first} & env -i sleep ${second} & echo begun; bash -c "bash -c \\"sleep ${third}\\"; echo no"`
      // However long it takes to begin on a machine that is busy.
      const { content } = await tool.execute({ command, timeoutMs: 400 }, { onUpdate: () => expire() })
      expect(content).toMatchObject([{ text: 'begun\n' }, { kind: 'error', errCode: 'COMMAND_TIMED_OUT' }])
      expect(listSleepers(SLEEPS)).toEqual([])
    })

    test('behavior: long output is shown by its end, and told as it comes', async () => {
      const tool = createBashTool({ backend: subject.backend, clock: CLOCK, maxReadBytes: 4_000 })
      let told = 0
      const { content } = await tool.execute(
        { command: 'for i in {1..20000}; do echo "line $i"; done' },
        {
          onUpdate: (block) => {
            told += block.kind === 'text' ? block.text.length : 0
          },
        },
      )
      const [block] = content
      const text = block?.kind === 'text' ? block.text : ''
      expect(text).toMatch(/^\[\d+ bytes before this are left out\]\n/)
      expect(text.length).toBeLessThan(2_100)
      expect(text.endsWith('line 20000\n')).toBe(true)
      expect(told).toBe(Array.from({ length: 20_000 }, (_, index) => `line ${index + 1}\n`).join('').length)
    })
  })
}
