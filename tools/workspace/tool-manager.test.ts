import { describe, expect, test } from 'vitest'
import type { Command, ToolBackend } from './backend.ts'
import { createMemoryBackend } from './backends/memory-backend.ts'
import { composeTools } from './compose-tools.ts'
import { createCodingTools, createReadOnlyTools, createRemoteTools, createTools } from './presets.ts'
import { readTomlTools } from './toml-tools.ts'
import { createToolManager } from './tool-manager.ts'

const clock = { wallMs: () => 0, setTimer: () => () => undefined }

/** A backend that notes what it is to run. */
function openBackend() {
  const ran: Command[] = []
  const backend: ToolBackend = {
    ...createMemoryBackend(),
    exec: {
      async run(command, onOutput) {
        ran.push(command)
        await onOutput({ stream: 'stdout', bytes: new TextEncoder().encode('ran') })
        return { exitCode: 0 }
      },
    },
  }
  return { ran, options: { backend, clock } }
}

const TEXT = `
[tools.count_lines]
description = "Count the lines of a file."
program = "wc"
args = ["-l", "--total={total}", "--", "{path}"]
writes = false
[tools.count_lines.env]
LABEL = "{label}"
[tools.count_lines.parameters]
path = { type = "string", required = true, description = "the file" }
total = { type = "string", enum = ["auto", "never"] }
label = { type = "string" }
[tools.read]
description = "Another read."
program = "cat"
`
const read = (text: string, options = openBackend().options) =>
  readTomlTools({ path: 'skill.toml', text }, options)

describe('tools of a file', () => {
  test('default: arguments are arguments, whatever is in them', async () => {
    const { ran, options } = openBackend()
    const manager = createToolManager(read(TEXT, options))
    const path = '$(id); `id` "\'\n{total} -rf'
    const output = await manager.execute('count_lines', { path, total: 'never', label: '{path}' })
    expect(output.content).toEqual([{ kind: 'text', text: 'ran' }])
    expect(ran).toEqual([
      { program: 'wc', args: ['-l', '--total=never', '--', path], env: { LABEL: '{path}' } },
    ])
  })

  test('behavior: what is not given is left out', async () => {
    const { ran, options } = openBackend()
    await createToolManager(read(TEXT, options)).execute('count_lines', { path: 'a' })
    expect(ran).toEqual([{ program: 'wc', args: ['-l', '--', 'a'], env: {} }])
  })

  test.each([
    ['missing', {}],
    ['of another type', { path: 1 }],
    ['unknown', { path: 'a', x: 1 }],
    ['not one of the values', { path: 'a', total: '--help' }],
    ['with a NUL byte', { path: 'a\0b' }],
  ])('error: ARGUMENT_INVALID for an argument that is %s', async (_, args) => {
    const { ran, options } = openBackend()
    const { content } = await createToolManager(read(TEXT, options)).execute('count_lines', args)
    expect(content).toMatchObject([{ errCode: 'ARGUMENT_INVALID' }])
    expect(ran).toEqual([])
  })

  const tool = (program: string, args: string, parameters = 'x = { type = "string" }') =>
    `[tools.t]\ndescription = "d"\nprogram = "${program}"\nargs = ${args}\n[tools.t.parameters]\n${parameters}`
  test.each([
    ['is no TOML', '[tools', 'skill.toml'],
    ['has an unknown key', '[tools.t]\ndescription = "d"\nprogram = "p"\nx = 1', 'unknown key'],
    ['has a name that is none', '[tools."a b"]\ndescription = "d"\nprogram = "p"', 'skill.toml'],
    ['interpolates', tool('echo', '["a {x}"]'), 'a whole argument'],
    ['interpolates into a shell', tool('sh', '["-c", "echo {x}"]'), 'a whole argument'],
    ['gives a shell its program', tool('bash', '["-c", "{x}"]'), 'as a program'],
    ['gives a shell its program by its path', tool('/bin/sh', '["-c", "--", "{x}"]'), 'as a program'],
    ['lets an argument be an option', tool('rm', '["{x}"]'), 'put "--" before it'],
    ['uses what is no parameter', tool('echo', '["--", "{y}"]'), 'no parameter'],
    ['lets a number be some texts', tool('echo', '[]', 'x = { type = "integer", enum = ["1"] }'), 'texts'],
    ['lets a text be negative', tool('echo', '[]', 'x = { type = "string", negative = true }'), 'negative'],
    ['has a program that is drawn', tool('{x}', '[]'), 'a program with a placeholder'],
  ])('error: TOOL_FILE_INVALID for a file that %s', (_, text, problem) => {
    expect(() => read(text)).toThrow(
      expect.objectContaining({ code: 'TOOL_FILE_INVALID', shortMessage: expect.stringContaining(problem) }),
    )
  })

  test('behavior: numbers and closed lists need no "--"', async () => {
    const { ran, options } = openBackend()
    const text = tool('head', '["-n", "{n}"]', 'n = { type = "integer", required = true }')
    await createToolManager(read(text, options)).execute('t', { n: 5 })
    expect(ran[0]?.args).toEqual(['-n', '5'])
  })

  test.each([
    ['a number alone', '["{n}"]', 'n = { type = "integer" }', -1, undefined],
    ['a fraction alone', '["{n}"]', 'n = { type = "number" }', -0.5, undefined],
    ['one that stands elsewhere too', '["--x={n}", "{n}"]', 'n = { type = "integer" }', -1, undefined],
    ['one that stands before "--" alone', '["{n}", "--"]', 'n = { type = "integer" }', -1, undefined],
    [
      'one that its tool lets be negative',
      '["{n}"]',
      'n = { type = "integer", negative = true }',
      -1,
      ['-1'],
    ],
    ['one after "--"', '["--", "{n}"]', 'n = { type = "integer" }', -1, ['--', '-1']],
    ['one in an option', '["--x={n}"]', 'n = { type = "integer" }', -1, ['--x=-1']],
    ['zero', '["{n}"]', 'n = { type = "integer" }', -0, ['0']],
    ['a value of a closed list', '["{n}"]', 'n = { type = "string", enum = ["-l"] }', '-l', ['-l']],
  ])('behavior: what begins like an option: %s', async (_, args, parameter, n, expected) => {
    const { ran, options } = openBackend()
    const { content } = await createToolManager(read(tool('ls', args, parameter), options)).execute('t', {
      n,
    })
    expect(ran.map((command) => command.args)).toEqual(expected === undefined ? [] : [expected])
    if (expected === undefined) expect(content).toMatchObject([{ errCode: 'ARGUMENT_INVALID' }])
  })
})

describe('manager', () => {
  test('default: a built-in tool wins by its name, and the model is told of both kinds', async () => {
    const { options } = openBackend()
    const manager = createToolManager(read(TEXT, options))
    expect((await manager.execute('read', {})).content).toEqual([{ kind: 'text', text: 'ran' }])
    manager.registerBuiltinTools(createReadOnlyTools(options))
    expect((await manager.execute('read', { path: 'a' })).content).toMatchObject([
      { errCode: 'PATH_NOT_FOUND' },
    ])
    const schemas = manager.generateSchemasWithBuiltins()
    expect(schemas.map(({ name }) => name)).toEqual(['count_lines', 'read', 'grep', 'find'])
    expect(schemas.find(({ name }) => name === 'read')?.description).not.toBe('Another read.')
    expect(schemas[0]?.parameters).toMatchObject({
      type: 'object',
      required: ['path'],
      properties: { path: { type: 'string', description: 'the file' }, total: { enum: ['auto', 'never'] } },
    })
    expect(manager.getBuiltinTool('count_lines')).toBeUndefined()
    expect(manager.getBuiltinTool('grep')?.name).toBe('grep')
  })

  test('error: TOOL_UNKNOWN, with the name that is near', async () => {
    const manager = createToolManager()
    manager.registerBuiltinTools(createCodingTools(openBackend().options))
    expect(await manager.executeLegacy('wriet', {})).toMatchObject({
      status: 'error',
      error: expect.stringMatching(/^TOOL_UNKNOWN: .*did you mean "write"/),
    })
  })

  test('error: RangeError for two tools of one name', () => {
    const { options } = openBackend()
    expect(() => createToolManager([...read(TEXT, options), ...read(TEXT, options)])).toThrow(RangeError)
  })
})

describe('presets', () => {
  test('default: the tools of each', () => {
    const { options } = openBackend()
    const names = (tools: readonly { readonly name: string }[]) => tools.map(({ name }) => name)
    expect(names(createCodingTools(options))).toEqual(['read', 'bash', 'edit', 'write'])
    expect(names(createReadOnlyTools(options))).toEqual(['read', 'grep', 'find'])
    expect(names(createRemoteTools(options))).toEqual(['read', 'write', 'edit', 'bash', 'grep', 'find'])
    expect(createReadOnlyTools(options).filter(({ writes, runs }) => writes || runs)).toEqual([])
  })

  test('error: ROOT_INVALID for remote tools on this machine', () => {
    const { options } = openBackend()
    const backend = { ...options.backend, machine: 'own' as const }
    expect(() => createRemoteTools({ ...options, backend })).toThrow(
      expect.objectContaining({ code: 'ROOT_INVALID' }),
    )
  })
})

describe('composeTools', () => {
  const chain = async (content: string | Uint8Array) => {
    const { options } = openBackend()
    const [reading, grep] = createTools(['read', 'grep'], options)
    if (!reading || !grep) throw new Error('no tools')
    await options.backend.file.writeFile(
      'a.txt',
      typeof content === 'string' ? Buffer.from(content) : content,
    )
    return composeTools('search', 'Search one file.', reading, [
      { tool: grep, takes: 'text', args: { pattern: 'b' } },
    ])
  }

  test('default: the text of one is an argument of the next', async () => {
    const search = await chain('abc\nxyz\nb')
    expect((await search.execute({ path: 'a.txt' })).content).toEqual([{ kind: 'text', text: '1:abc\n3:b' }])
    expect(search).toMatchObject({ writes: false, runs: false })
  })

  test('error: the first error ends it, and what is no text goes no further', async () => {
    expect((await (await chain('')).execute({ path: 'b' })).content).toMatchObject([
      { errCode: 'PATH_NOT_FOUND' },
    ])
    const image = await (await chain(Buffer.from('GIF89a'))).execute({ path: 'a.txt' })
    expect(image.content).toMatchObject([{ errCode: 'TOOLS_NOT_CHAINED' }])
  })

  test('error: TOOLS_NOT_CHAINED for a parameter that takes no text', () => {
    const [reading, grep] = createTools(['read', 'grep'], openBackend().options)
    if (!reading || !grep) throw new Error('no tools')
    for (const takes of ['limit', 'nothing', 'toString']) {
      expect(() => composeTools('x', 'x', reading, [{ tool: grep, takes }])).toThrow(
        expect.objectContaining({ code: 'TOOLS_NOT_CHAINED' }),
      )
    }
  })
})

test.each([
  'find',
  'timeout',
  'nice',
  'nsenter',
  'systemd-run',
  'runuser',
  'vim',
  'sudo',
  'gawk',
  'ash',
  '/usr/bin/find',
  'perl5.36',
  'python3.12',
])('error: TOOL_FILE_INVALID for what a caller gives to %s, which may run it', (program) => {
  const text = `[tools.x]\ndescription = "d"\nprogram = "${program}"\nargs = ["--", "{a}"]\n[tools.x.parameters.a]\ntype = "string"`
  const options = {
    backend: createMemoryBackend(),
    clock: { wallMs: () => 0, setTimer: () => () => undefined },
  }
  expect(() => readTomlTools({ path: 'skill.toml', text }, options)).toThrow(
    expect.objectContaining({
      code: 'TOOL_FILE_INVALID',
      message: expect.stringContaining('may take it as a program'),
    }),
  )
})
