import { expect, test } from 'vitest'
import { runCommand } from './command.ts'
import { runHere } from './run-here.ts'

const RUN = ['run', 'scenarios/scripted/permit-ttl/ttl-boundary.yaml']

test.each([
  [['--seed', ''], 'expected a seed'],
  [['--seed', ' '], 'expected a seed'],
  [['--workers', '0'], 'expected a whole number from 1 to 64'],
  [['--workers', '-1'], 'expected a whole number from 1 to 64'],
  [['--workers', '1e1'], 'expected a whole number from 1 to 64'],
  [['--workers', 'NaN'], 'expected a whole number from 1 to 64'],
  [['--coverage-min', '101'], 'expected a number from 0 to 100'],
  [['--coverage-min', '0x10'], 'expected a number from 0 to 100'],
])('error: BAD_USAGE for %s', async (options, message) => {
  const { code, stdout, stderr } = await runHere([...RUN, ...options])
  expect(stderr).toContain(message)
  expect([code, stdout]).toEqual([2, ''])
})

test('error: BAD_USAGE for --fork-block-number,5', async () => {
  const { code, stdout, stderr } = await runCommand([...RUN, '--fork-block-number', '5'])
  expect(stderr).toContain('--fork-block-number needs --rpc-url')
  expect([code, stdout]).toEqual([2, ''])
})
