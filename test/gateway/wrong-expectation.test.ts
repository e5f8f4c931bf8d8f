import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runHere } from '../e2e/run-here.ts'

const write = ({ text = 'kept x', code = 'TOOL_THREW' }) => `name: a note is kept
steps:
  - gateway:
      plugins:
        notes: |
          export default (api) => {
            const add = (name, execute) =>
              api.registerTool({ name, description: 'Keeps.', parameters: { type: 'object' }, execute })
            add('note_add', async () => ({ content: [{ type: 'text', text: 'kept x' }] }))
            add('note_lose', async () => { throw new Error('lost') })
          }
  - plugin: { tool: note_lose }
    expect:
      error: { code: ${code} }
  - plugin: { tool: note_add }
    expect: { data: { lines: [${text}] } }
`

test('error: what a model is told otherwise, by code or by text, fails where the file expects it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-expected-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'code.yaml'), write({ code: 'TOOL_TIMED_OUT' }))
  writeFileSync(join(folder, 'text.yaml'), write({ text: 'kept y' }))
  const { code, stdout, stderr } = await runHere(['run', folder])
  expect(code, stderr).toBe(1)
  expect(stdout).toMatch(/code\.yaml:14:7\n/)
  expect(stdout).toMatch(/expected +TOOL_TIMED_OUT\n *found +tool\/TOOL_THREW: note_lose failed: lost\n/)
  expect(stdout).toMatch(/text\.yaml:16:15\n/)
  expect(stdout).toMatch(/expected +lines: \["kept y"\]\n *found +\["kept x"\]\n/)
})

test('error: steps that need a gateway are told at their line without one, with what to start', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-expected-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'down.yaml'), 'name: a\nsteps:\n  - gateway: down\n')
  writeFileSync(join(folder, 'plugin.yaml'), 'name: b\nsteps:\n  - plugin: { tool: a }\n')
  const { code, stderr } = await runHere(['run', folder])
  expect(code, stderr).toBe(2)
  expect(stderr).toMatch(/down\.yaml:3:\d+ no agent goes on without this gateway\n[\s\S]*agent: apart\n/)
  expect(stderr).toMatch(/plugin\.yaml:3:\d+ there is no gateway\n[\s\S]*start one in a step before/)
})

test.each([
  ['a tool without a name', 'plugin: {}', /:3:5 .*tool/],
  [
    'a behaviour that there is not',
    'gateway: sloww',
    /:3:14 unknown behaviour "sloww"[\s\S]*did you mean "slow"/,
  ],
  ['plugins that are no text', 'gateway: { plugins: { a: 1 } }', /:3:\d+ /],
  [
    'a plugin whose name leads elsewhere',
    'gateway: { plugins: { ../a: x } }',
    /:3:27 "\.\.\/a" is no name of a file/,
  ],
  [
    'a code that there is not',
    'plugin: { tool: a }\n    expect: { error: { code: TOOL_TREW } }',
    /:4:30 unknown error code "TOOL_TREW"/,
  ],
  [
    'a layer that does not raise the code',
    'plugin: { tool: a }\n    expect: { denied: { layer: permit, code: HOOK_DENIED } }',
    /:4:32 HOOK_DENIED is no code of permit[\s\S]*write layer: tool/,
  ],
])('error: validate names the place of %s', async (_, step, problem) => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-expected-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'a.yaml'), `name: a\nsteps:\n  - ${step}\n`)
  const { code, stdout, stderr } = await runHere(['validate', folder])
  expect(code).toBe(2)
  expect(`${stdout}${stderr}`).toMatch(problem)
})
