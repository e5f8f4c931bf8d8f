import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')

/** What puts the stack together. */
const PARTS = ['createSafety', 'createStack', 'createAgent', 'createPiDoor']
const CALL = new RegExp(`(?<!function )\\b(${PARTS.join('|')})\\(`, 'g')

/** Calls of a text that put the stack together, where the file may not. */
function findCalls(file: string, text: string): readonly string[] {
  // A test beside its source, or its fixture, may hold one part alone; the layers keep fixtures out of production.
  const isUnit = file.startsWith('tools/') && /\.test(-d)?\.ts$|\/fixtures\//.test(file)
  if (isUnit || file.startsWith('tools/runtime/')) return []
  return [...text.matchAll(CALL)].map(([, part]) => `${file}: ${part}`)
}

const files = ['tools', 'harness', 'scenarios', 'reports', 'test', 'scripts'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.includes('node_modules'))
    .map((file) => `${folder}/${file}`),
)

test('behavior: the stack is put together in tools/runtime and nowhere else', () => {
  const root = files.filter((file) => file.startsWith('tools/runtime/'))
  const text = root.map((file) => readFileSync(join(ROOT, file), 'utf8')).join('\n')
  expect(new Set([...text.matchAll(CALL)].map(([, part]) => part))).toEqual(new Set(PARTS))
  expect(files.flatMap((file) => findCalls(file, readFileSync(join(ROOT, file), 'utf8')))).toEqual([])
})

test.each([
  ['harness/stage/x.ts', `const safety = ${PARTS[0]}(deps)`, ['harness/stage/x.ts: createSafety']],
  ['test/safety/x.test.ts', `${PARTS[1]}({})`, ['test/safety/x.test.ts: createStack']],
  ['tools/runtime/x.ts', `${PARTS[2]}({})`, []],
  ['tools/agent/x.test.ts', `${PARTS[1]}({})`, []],
  ['tools/agent/fixtures/x.ts', `${PARTS[3]}({})`, []],
  ['harness/stage/fixtures/x.ts', `${PARTS[3]}({})`, ['harness/stage/fixtures/x.ts: createPiDoor']],
  ['tools/agent/agent.ts', 'export function createAgent(deps: Deps) {}', []],
])('behavior: %s with %s', (file, text, found) => expect(findCalls(file, text)).toEqual(found))
