import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findReach } from './find-reach.ts'
import { readImportGraph } from './import-graph.ts'
import { isAffected, nameReached } from './is-affected.ts'

const graph = readImportGraph(join(import.meta.dirname, '../..'))
const reachOf = (...changed: string[]) => findReach(changed, graph, (id) => id === 'erc20')
const partsOf = (...changed: string[]) => {
  const { all, ...parts } = reachOf(...changed)
  const named = Object.values(parts).flatMap((names) => [...names])
  return all ? ['all', ...named] : named
}

test.each([
  ['tools/protocols/aave-v3/aave-get-rate-model.ts', ['aave_get_rate_model']],
  ['tools/protocols/aave-v3/supply.action.ts', ['supply']],
  ['tools/protocols/aave-v3/contracts/AaveReader.sol', ['aave-v3']],
  ['harness/scenario/steps/base-fee.ts', ['baseFee']],
  ['scenarios/scripted/benign/exits.yaml', ['scenarios/scripted/benign/exits.yaml']],
  ['tools/safety/store/schema.test.ts', []],
  ['tools/protocols/aave-v3/aave-supply-eth.cases.ts', []],
  ['harness/protocols/aave-v3/AaveReader.t.sol', []],
  ['harness/mutate/mutants.yaml', []],
  ['reports/reporters/console.ts', []],
  ['README.md', []],
  ['tools/gateway/service.ts', ['gateway', 'plugin']],
  ['bin/gateway/dry-run.ts', ['gateway', 'plugin']],
  ['harness/pi/telling-provider.ts', ['gateway', 'plugin']],
  ['bin/pi/settings.ts', []],
  ['test/e2e/cli.test.ts', []],
])('default: %s reaches what loads it', (file, parts) => {
  expect(partsOf(file)).toEqual(parts)
})

test.each([
  'tools/core/runner.ts',
  'tools/contracts/PolicyCage.sol',
  'tools/protocols/aave-v3/protocol.ts',
  'tools/protocols/erc20/decoder.ts',
  'harness/protocols/aave-v3/testbed.ts',
  'harness/guardian/process.ts',
  'tools/sandbox/thread-entry.ts',
  'harness/schedule/execute-scenario.ts',
  'harness/property/invariants/halt-latch.ts',
  'tools/somewhere/unknown.json',
  'package-lock.json',
])('behavior: %s reaches every cell', (file) => {
  expect(partsOf(file)).toContain('all')
})

test('behavior: what only a property loads reaches that property', () => {
  expect(partsOf('harness/property/differential/draw-world.ts')).toEqual([
    'scenarios/property/adversarial/s74-diff-offchain-onchain.property.ts',
  ])
})

test('behavior: a cell is affected by what its file names and by what it used', () => {
  const parts = {
    tools: [{ name: 'aave_supply_eth', protocol: 'aave-v3' }],
    actions: [{ kind: { kind: 'supply' }, protocol: 'aave-v3' }],
  }
  const reach = reachOf('tools/protocols/aave-v3/contracts/AaveReader.sol')
  const named = nameReached(reach, parts)
  const cell = (source: string, used: readonly string[] | undefined) =>
    isAffected({ file: 'a.yaml', scenario: { source } as never }, reach, named, used)
  expect(cell('steps: [{ act: { kind: supply } }]', [])).toBe(true)
  expect(cell('steps: [{ raw: { to: aave-v3.pool } }]', [])).toBe(true)
  expect(cell('steps: [{ halt: stop }]', ['tool:aave_supply_eth'])).toBe(true)
  expect(cell('steps: [{ act: { kind: supply-native } }]', ['kind:wrap'])).toBe(false)
  // Of a cell that never ran nobody knows what it uses.
  expect(cell('steps: [{ halt: stop }]', undefined)).toBe(true)
  expect(isAffected({ file: 'a.property.ts' }, reach, named, [])).toBe(true)
  const nothing = reachOf('README.md')
  expect(isAffected({ file: 'a.property.ts' }, nothing, nameReached(nothing, parts), undefined)).toBe(false)
})
