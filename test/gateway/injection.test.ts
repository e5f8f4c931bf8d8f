import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tryExtension } from '../../bin/gateway/try-extension.ts'
import { writeExtension } from '../../tools/gateway/bridge/extension-source.ts'
import { createPluginRegistry } from '../../tools/gateway/registry.ts'
import { runExtension } from './hold-schemas.ts'

const CLIENT = fileURLToPath(new URL('../../bin/gateway/bridge-client.ts', import.meta.url))

/** What a plugin may say in the hope that it becomes code; each would leave a file, end the process or change an object. */
const INJECTIONS = [
  `"; require('fs').writeFileSync('pwned', ''); "`,
  `'; process.exit(7); '`,
  '`; process.exit(7); `',
  '${process.exit(7)}',
  '`${process.exit(7)}`',
  '*/ process.exit(7) /*',
  '// \n process.exit(7)',
  '\n process.exit(7)\n',
  '\r\nprocess.exit(7)//',
  '\u2028process.exit(7)\u2029',
  '\\"; process.exit(7); //',
  '\\',
  '\\u0022); process.exit(7); (\\u0022',
  '\u0000process.exit(7)',
  '\u202e)7(tixe.ssecorp\u202c',
  '</script><script>process.exit(7)</script>',
  '")}, execute() { process.exit(7) }, x: ("',
  ']); process.exit(7); bridgeTools([',
  '__proto__',
  "constructor.constructor('process.exit(7)')()",
  '\ud800',
  '{{tool}} %s $& $1 $`',
  '<!-- process.exit(7) -->',
  '#!process.exit(7)',
] as const

const specOf = (text: string) => ({
  name: text,
  description: text,
  parameters: {
    type: 'object',
    title: text,
    properties: {
      [`${text}x`]: { type: 'string', description: text, pattern: '^a', default: text },
      choice: { enum: [text, 'other'] },
      constant: { const: text },
      kept: { anyOf: [{ const: text }, { type: 'object', default: { [text]: text } }] },
    },
  },
})

/** The shape of a source: everything but what its string literals say. */
function readShape(source: string): string {
  const shape: string[] = []
  const visit = (node: ts.Node): void => {
    shape.push(ts.SyntaxKind[node.kind])
    if (ts.isIdentifier(node)) shape.push(node.text)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile('bridge.ts', source, ts.ScriptTarget.ESNext, true))
  return shape.join(' ')
}

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-injection-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const write = (text: string) => writeExtension([specOf(text)], { client: CLIENT })

test('default: there are more than twenty of them', () => {
  expect(new Set(INJECTIONS).size).toBeGreaterThanOrEqual(20)
})

test.each(INJECTIONS)('behavior: %j is the text of literals, in names, descriptions and schemas', (text) => {
  const source = write(text)
  expect(source).toMatch(/^[\x20-\x7e\n]*$/)
  // The one member whose name JavaScript takes for something else is written as a computed one.
  const harmless = write(text === '__proto__' ? text : 'harmless')
  expect(readShape(source)).toBe(readShape(harmless))
  expect(JSON.parse(JSON.stringify(runExtension(source)))).toMatchObject([
    { name: text, description: text, parameters: { title: text } },
  ])
  expect(({} as { x?: unknown }).x).toBeUndefined()
})

test.each(INJECTIONS)('behavior: no tool is called %j, and no parameter', (text) => {
  const api = createPluginRegistry().openFor('test')
  const tool = { ...specOf('tool'), name: text, execute: async () => ({ content: [] }) }
  expect(() => api.registerTool(tool)).toThrow(expect.objectContaining({ code: 'TOOL_NAME_INVALID' }))
  const parameters = { type: 'object', properties: { [`${text} `]: {} } }
  expect(() => api.registerTool({ ...tool, name: 'tool', parameters })).toThrow(
    expect.objectContaining({ code: 'TOOL_SCHEMA_INVALID' }),
  )
})

test('behavior: an agent that loads all of them has their tools, and nothing else has happened', async () => {
  const tools = INJECTIONS.map((text, index) => {
    const { parameters, ...spec } = specOf(text)
    const { [`${text}x`]: _, ...properties } = parameters.properties as Record<string, object>
    return { ...spec, name: `tool_${index}`, parameters: { ...parameters, properties } }
  })
  const path = join(folder, 'bridge.ts')
  writeFileSync(path, writeExtension(tools, { client: CLIENT }))
  expect(await tryExtension(path)).toEqual({ tools: tools.map(({ name }) => name) })
  expect(readdirSync(folder)).toEqual(['bridge.ts'])
})

test.each([
  ['syntax', 'export default ('],
  ['load', 'export default () => { throw new Error("boom") }'],
  ['load', 'process.exit(0)'],
])('error: the dry run finds what is no extension (%s, %#)', async (phase, source) => {
  const path = join(folder, 'bridge.ts')
  writeFileSync(path, source)
  expect(await tryExtension(path)).toMatchObject({ phase, problem: expect.any(String) })
})

test('I25: what is tried has nothing of the environment of the gateway', async () => {
  const path = join(folder, 'bridge-env.ts')
  writeFileSync(path, 'export default () => { throw new Error(`saw ${process.env.PATH}`) }\n')
  expect(await tryExtension(path)).toMatchObject({
    phase: 'load',
    problem: expect.stringContaining('saw undefined'),
  })
})

test('behavior: what is tried is in a session of its own, which Ctrl-C in a terminal does not reach', async () => {
  const path = join(folder, 'bridge-group.ts')
  writeFileSync(
    path,
    `import { readFileSync } from 'node:fs'
export default () => {
  const [, , session] = readFileSync('/proc/self/stat', 'utf8').replace(/^.*\\) /, '').split(' ').slice(1)
  if (Number(session) !== process.pid) throw new Error(\`process \${process.pid} is in session \${session}\`)
}
`,
  )
  expect(await tryExtension(path)).toEqual({ tools: [] })
})
