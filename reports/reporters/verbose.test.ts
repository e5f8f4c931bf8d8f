import { expect, test } from 'vitest'
import { createFixtureRecord } from '../../harness/record/fixtures/fixture-record.ts'
import { CONSOLE_REPORTER } from './console.ts'
import { QUIET_REPORTER } from './quiet.ts'
import { VERBOSE_REPORTER } from './verbose.ts'

const record = createFixtureRecord()
const only = (area: string) =>
  createFixtureRecord(record.scenarios.filter((scenario) => scenario.area === area))

test('verbose: every step, and who denied it, before the rest', () => {
  const text = VERBOSE_REPORTER.render(only('permits'))
  expect(text.slice(0, text.indexOf('\n\n'))).toMatchInlineSnapshot(`
    "✓ a permit dies at its TTL [wait=30s]  667 ms
        ✓ 1 preview swap 500 USDC → WETH
        ✓ 2 advance 30s
        ✓ 3 commit permit: denied by permit PERMIT_EXPIRED
    ✓ a permit dies at its TTL [wait=59s]  421 ms
        ✓ 1 preview swap 500 USDC → WETH
        ✓ 2 advance 59s
        ✓ 3 commit permit: denied by permit PERMIT_EXPIRED
    ✓ a permit dies at its TTL [wait=60s]  1.24 s
        ✓ 1 preview swap 500 USDC → WETH
        ✓ 2 advance 60s
        ✓ 3 commit permit: denied by permit PERMIT_EXPIRED
    ✗ a permit dies at its TTL [wait=61s]  998 ms
        ✓ 1 preview swap 500 USDC → WETH
        ✓ 2 advance 61s
        ✗ 3 commit permit: mined in block 22000014, 184223 gas"
  `)
  expect(text.endsWith(CONSOLE_REPORTER.render(only('permits')))).toBe(true)
})

test('quiet: areas, failures and the result, and not what verdicts rest on', () => {
  const part = only('permits')
  const text = QUIET_REPORTER.render(part)
  expect(text.slice(text.lastIndexOf('\n\n')).replace(part.digest.slice(0, 12), '…')).toMatchInlineSnapshot(`
    "

    FAILED  4 scenarios: 1 failed, 3 passed  in 8.42 s
    seed 42  world 3f8a6c1d9b2e  digest …"
  `)
  expect(text).toContain('FAILED a permit dies at its TTL')
})
