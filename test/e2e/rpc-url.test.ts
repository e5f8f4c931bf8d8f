import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runCommand } from './command.ts'
import { startStandIn } from './stand-in-mainnet.ts'

test('behavior: scenario after scenario begins with what was put on the fork of a chain', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'assay-rpc-url-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  const file = join(directory, 'swaps.yaml')
  writeFileSync(
    file,
    `name: the capital is there
matrix: { amount: [500 USDC, 600 USDC, 700 USDC] }
steps:
  - act: { kind: swap, tokenIn: USDC, tokenOut: WETH, amountIn: "\${amount}" }
    expect: { committed: true }
`,
  )
  const upstream = await startStandIn()
  onTestFinished(() => upstream.stop())
  const chain = ['--rpc-url', upstream.url, '--fork-block-number', String(upstream.blockNumber)]
  const run = async (paths: readonly string[]) => {
    const before = upstream.asked
    const { code, stdout, stderr } = await runCommand(['run', ...paths, '--workers', '1', ...chain])
    expect(code, stdout + stderr).toBe(0)
    return { asked: upstream.asked - before, stdout }
  }
  const one = await run([file, '--filter', '500 USDC'])
  const all = await run([file])
  expect([one.stdout, all.stdout]).toEqual([
    expect.stringContaining('PASSED  1 scenario:'),
    expect.stringContaining('PASSED  3 scenarios:'),
  ])
  // A fork that is replaced is prepared anew, by as many requests again.
  expect(all.asked).toBeLessThan(1.5 * one.asked)
})
