import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Kind } from '../../tools/core/action.ts'
import { SUPPLY } from '../../tools/kit/kinds/supply.ts'
import { findReach } from './find-reach.ts'
import { readImportGraph } from './import-graph.ts'
import { isAffected, nameReached } from './is-affected.ts'

const graph = readImportGraph(join(import.meta.dirname, '../..'))
const reachOf = (...changed: string[]) => findReach(changed, graph)
const partsOf = (...changed: string[]) => {
  const { all, ...parts } = reachOf(...changed)
  const named = Object.values(parts).flatMap((names) => [...names])
  return all ? ['all', ...named] : named
}

test.each([
  ['tools/protocols/aave-v3/aave-get-rate-model.ts', ['aave_get_rate_model']],
  ['tools/protocols/aave-v3/supply.action.ts', ['supply']],
  ['tools/protocols/uniswap-v3/uniswap-zap-in.ts', ['uniswap_zap_in', 'zap-in']],
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
  'tools/protocols/aave-v3/unwind.ts',
  // Unwinding knows by it what ends a supply.
  'tools/protocols/aave-v3/withdraw.action.ts',
  'tools/protocols/aave-v3/contracts/AaveReader.sol',
  'tools/protocols/pendle-v2/base.ts',
  'tools/protocols/erc20/grants.ts',
  'tools/kit/create-position-keeper.ts',
  'harness/protocols/aave-v3/testbed.ts',
  'harness/protocols/aave-v3/observe.ts',
  'harness/guardian/process.ts',
  'tools/sandbox/thread-entry.mjs',
  'harness/schedule/execute-scenario.ts',
  'harness/property/invariants/halt-latch.ts',
  'harness/schedule/start-ahead.ts',
  'harness/cli/parse-option.ts',
  'bin/assay.mjs',
  'bin/worker.mjs',
  'bin/packages.mjs',
  'tools/somewhere/unknown.json',
  'tools/protocols/aave-v3/unknown.json',
  'package-lock.json',
])('behavior: %s reaches every cell', (file) => {
  expect(partsOf(file)).toContain('all')
})

test('behavior: what only a property loads reaches that property', () => {
  expect(partsOf('harness/property/differential/draw-world.ts')).toEqual([
    'scenarios/property/adversarial/s74-diff-offchain-onchain.property.ts',
  ])
})

const VENUES = [
  { kind: SUPPLY as unknown as Kind, reads: [], write: 'aave_supply_collateral' },
  { kind: SUPPLY as unknown as Kind, reads: ['vault_get_info'], write: 'vault_deposit' },
]

test('behavior: a cell is affected by what its file names and by what it used', () => {
  const reach = reachOf(
    'tools/protocols/aave-v3/supply.action.ts',
    'tools/protocols/aave-v3/aave-get-rate-model.ts',
    'harness/scenario/steps/base-fee.ts',
  )
  const named = nameReached(reach, VENUES)
  const cell = (source: string, used: readonly string[] | undefined) =>
    isAffected({ file: 'a.yaml', scenario: { source } as never }, reach, named, used)
  expect(cell('steps: [{ act: { kind: supply } }]', [])).toBe(true)
  expect(cell('steps: [{ tool: { name: aave_get_rate_model } }]', [])).toBe(true)
  expect(cell('steps: [{ baseFee: 1 gwei }]', [])).toBe(true)
  expect(cell('steps: [{ halt: stop }]', ['tool:aave_get_rate_model'])).toBe(true)
  expect(cell('steps: [{ act: { kind: supply-native } }]', ['kind:wrap'])).toBe(false)
  // Every venue of a kind is asked for it, and what fills a need is named nowhere.
  expect(cell('steps: [{ halt: stop }]', ['tool:vault_get_info'])).toBe(true)
  expect(cell('steps: [{ halt: stop }]', ['tool:vault_deposit'])).toBe(true)
  // Of a cell that never ran nobody knows what it uses.
  expect(cell('steps: [{ halt: stop }]', undefined)).toBe(true)
  expect(isAffected({ file: 'a.property.ts' }, reach, named, [])).toBe(true)
  const nothing = reachOf('README.md')
  expect(isAffected({ file: 'a.property.ts' }, nothing, nameReached(nothing, VENUES), undefined)).toBe(false)
})
