import { expect, test } from 'vitest'
import { CHAIN_NAMES, DEFAULT_CHAIN } from '../../harness/world/origin-chains.ts'
import { runHere } from './run-here.ts'

const others = CHAIN_NAMES.filter((name) => name !== DEFAULT_CHAIN)

test.each(
  others,
)('behavior: writes of every category that %s supports come to what they say', async (chain) => {
  const { code, stdout, stderr } = await runHere([
    'run',
    'scenarios/scripted/chains',
    ...['--chain', chain, '--workers', '1', '--trace', 'off'],
  ])
  expect(code, stdout + stderr).toBe(0)
  expect(stdout).toMatch(/passed/)
})

test('error: a scenario that no run of the chain can take is named with its chains', async () => {
  const { code, stderr } = await runHere(['run', 'scenarios/scripted/chains/uniswap-v2.yaml'])
  expect(code).toBe(2)
  expect(stderr).toMatch(/--chain base/)
})

test('error: an unknown chain is refused with those that there are', async () => {
  const { code, stderr } = await runHere(['run', '--chain', 'solana'])
  expect(code).toBe(2)
  expect(stderr).toMatch(/expected one of ethereum, base/)
})
