import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')

/** The package of another, which few may know. */
const PI = '@earendil-works/pi-coding-agent'

/** A rule, and an import that it forbids. */
const FORBIDDEN = [
  ['tools-stand-alone', 'tools/core/a.ts', 'harness/chain/b.ts'],
  ['core-is-the-bottom', 'tools/core/a.ts', 'tools/protocols/x/b.ts'],
  ['kit-knows-core', 'tools/kit/a.ts', 'tools/protocols/x/b.ts'],
  ['protocols-know-core-and-kit', 'tools/protocols/x/a.ts', 'tools/safety/b.ts'],
  ['protocols-know-core-and-kit', 'tools/protocols/x/a.ts', 'tools/protocols/y/b.ts'],
  ['generated-lists-gather-protocols', 'tools/agent/a.ts', 'tools/protocols/x/protocol.ts'],
  ['agent-is-below-the-runtime', 'tools/agent/a.ts', 'tools/runtime/b.ts'],
  ['profiles-know-protocols', 'tools/profiles/a.ts', 'tools/agent/b.ts'],
  ['safety-knows-core', 'tools/safety/a.ts', 'tools/protocols/x/b.ts'],
  ['sandbox-knows-core', 'tools/sandbox/a.ts', 'tools/safety/b.ts'],
  ['workspace-knows-core', 'tools/workspace/a.ts', 'tools/safety/b.ts'],
  ['gateway-knows-core', 'tools/gateway/a.ts', 'tools/safety/b.ts'],
  ['cases-are-for-conformance', 'tools/protocols/x/a.ts', 'tools/protocols/x/b.cases.ts'],
  ['fixtures-are-for-tests', 'tools/safety/a.ts', 'tools/safety/fixtures/b.ts'],
  ['devtools-extend-production', 'tools/agent/a.ts', 'tools/devtools/b.ts'],
  ['only-sessions-know-pi', 'tools/agent/a.ts', PI],
  ['only-sessions-know-pi', 'tools/safety/a.ts', PI],
  ['only-the-driver-knows-pi', 'harness/stage/a.ts', PI],
  ['driver-is-below-the-stage', 'harness/pi/a.ts', 'harness/stage/b.ts'],
  ['harness-without-reports', 'harness/schedule/a.ts', 'reports/b.ts'],
  ['chain-is-below', 'harness/chain/a.ts', 'harness/schedule/b.ts'],
  ['testbeds-are-below', 'harness/protocols/x/a.ts', 'harness/world/b.ts'],
  ['testbeds-are-below', 'harness/protocols/x/a.ts', 'harness/protocols/y/b.ts'],
  ['vocabulary-is-the-bottom', 'harness/vocabulary/a.ts', 'harness/protocols/b.ts'],
  ['models-know-no-code-under-test', 'harness/protocols/x/model.ts', 'tools/kit/b.ts'],
  ['models-know-no-code-under-test', 'harness/protocols/x/model/a.ts', 'tools/protocols/x/b.ts'],
  ['rooms-ask-testbeds', 'harness/stage/a.ts', 'tools/protocols/x/b.ts'],
  ['rooms-ask-testbeds', 'harness/world/a.ts', 'harness/protocols/x/b.ts'],
  ['world-is-below', 'harness/world/a.ts', 'harness/stage/b.ts'],
  ['guardian-is-below-the-stage', 'harness/guardian/a.ts', 'harness/stage/b.ts'],
  ['stage-is-below-scenarios', 'harness/stage/a.ts', 'harness/scenario/b.ts'],
  ['stage-is-below-scenarios', 'harness/stage/a.ts', 'harness/property/b.ts'],
  ['stage-is-below-scenarios', 'harness/stage/a.ts', 'harness/schedule/b.ts'],
  ['schedule-is-above-scenarios', 'harness/scenario/a.ts', 'harness/schedule/b.ts'],
  ['schedule-is-above-scenarios', 'harness/property/a.ts', 'harness/schedule/b.ts'],
  ['campaigns-are-on-top', 'harness/schedule/a.ts', 'harness/fuzz/b.ts'],
  ['campaigns-are-on-top', 'harness/coverage/a.ts', 'harness/cli/b.ts'],
  ['reports-read-records', 'reports/a.ts', 'harness/schedule/b.ts'],
] as const

/** Imports that no rule forbids. */
const ALLOWED = [
  ['tools/protocols/x/a.ts', 'tools/core/b.ts'],
  ['tools/protocols/x/a.ts', 'tools/protocols/x/b.ts'],
  ['tools/protocols/x/a.ts', 'tools/kit/b.ts'],
  ['harness/protocols/x/model.ts', 'harness/vocabulary/b.ts'],
  ['harness/schedule/a.ts', 'harness/scenario/b.ts'],
  ['harness/schedule/a.ts', 'harness/property/b.ts'],
  ['harness/scenario/a.ts', 'harness/stage/b.ts'],
  ['harness/stage/a.ts', 'harness/pi/b.ts'],
  ['tools/agent/extensions/a.ts', PI],
  ['tools/runtime/a.ts', PI],
  ['harness/pi/a.ts', PI],
] as const

interface Violation {
  readonly from: string
  readonly to: string
  readonly rule: { readonly name: string; readonly severity: string }
}

/** Check a project that consists of imports, each of one file by another. */
function findViolations(imports: readonly (readonly [from: string, to: string])[]): readonly Violation[] {
  const project = mkdtempSync(join(tmpdir(), 'assay-layers-'))
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(project, file)), { recursive: true })
    writeFileSync(join(project, file), text)
  }
  try {
    for (const file of ['node_modules', '.dependency-cruiser.cjs', 'tsconfig.json']) {
      symlinkSync(join(ROOT, file), join(project, file))
    }
    for (const [, to] of imports) if (to !== PI) write(to, 'export const value = 1\n')
    for (const [from, own] of Map.groupBy(imports, ([importer]) => importer)) {
      const up = '../'.repeat(from.split('/').length - 1)
      const lines = own.map(([, to], index) =>
        to === PI
          ? `export * as v${index} from '${PI}'\n`
          : `export { value as v${index} } from '${up}${to}'\n`,
      )
      write(from, lines.join(''))
    }
    const folders = [...new Set(imports.map(([from]) => from.split('/')[0] ?? ''))]
    const args = ['--config', '.dependency-cruiser.cjs', '--output-type', 'json', ...folders]
    const bin = join(ROOT, 'node_modules/.bin/depcruise')
    const { stdout } = spawnSync(bin, args, { cwd: project, encoding: 'utf8', maxBuffer: 2 ** 28 })
    return (JSON.parse(stdout) as { readonly summary: { readonly violations: readonly Violation[] } }).summary
      .violations
  } finally {
    rmSync(project, { recursive: true, force: true })
  }
}

const violations = findViolations([...FORBIDDEN.map(([, from, to]) => [from, to] as const), ...ALLOWED])
const findRules = (from: string, to: string) =>
  violations
    .filter((each) => each.from === from && each.to.includes(to) && each.rule.severity === 'error')
    .map(({ rule }) => rule.name)

test.each(FORBIDDEN)('behavior: %s fires (%s, %s)', (rule, from, to) => {
  expect(findRules(from, to)).toContain(rule)
})

test.each(ALLOWED)('behavior: %s may import %s', (from, to) => expect(findRules(from, to)).toEqual([]))
