import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ACTORS } from '../world/actors.ts'
import { problemsOfSteps, ROUTER, scenariosOf, stepsOf, USDC } from './fixtures/parse.ts'

describe('default', () => {
  test('behavior: a permit that dies at its TTL', () => {
    const scenarios = scenariosOf(`
name: a permit dies at its TTL
profile: trader
phase: stable
limits: { perTransaction: 1000 USDC, perDay: 5000 USDC, hotLane: 800 USDC }
matrix: { wait: [59s, 60s] }
steps:
  - preview: { kind: swap, tokenIn: USDC, tokenOut: WETH, amountIn: 500 USDC }
    as: permit
  - advance: \${wait}
  - commit: \${permit}
    expect:
      if: \${wait} < 60s
      then: { committed: true, observed: { USDC: -500, WETH: "~0.166 ±50bps" }, errorBps: 30 }
      else: { denied: { layer: permit, code: PERMIT_EXPIRED }, observed: unchanged }
`)
    expect(scenarios.map(({ matrix }) => matrix)).toEqual([{ wait: '59s' }, { wait: '60s' }])
    expect(scenarios[0]?.setup).toMatchObject({
      phase: 'cautious',
      choices: { limits: { perTransactionUsdc: 1_000_000_000n, hotLaneUsdc: 800_000_000n } },
    })
    expect(scenarios[0]?.steps[0]).toMatchObject({
      line: 8,
      as: 'permit',
      action: {
        kind: 'preview',
        action: 'swap',
        params: { tokenIn: 'USDC', tokenOut: 'WETH', amountInBaseUnits: '500000000' },
      },
    })
    expect(scenarios.map(({ steps }) => steps[2]?.expect)).toEqual([
      {
        committed: true,
        errorBps: 30,
        observed: new Map([
          ['USDC', { op: '=', value: -500_000_000n }],
          ['WETH', { op: '~', value: 166_000_000_000_000_000n, toleranceBps: 50 }],
        ]),
      },
      { denied: { layer: 'permit', code: 'PERMIT_EXPIRED' }, observed: 'unchanged' },
    ])
  })

  test('behavior: a matrix of maps carries expectations', () => {
    const scenarios = scenariosOf(`
name: cells
matrix:
  cell:
    - { label: small, blocks: 1, expect: { allowed: true } }
    - { label: large, blocks: 2, expect: { phase: thriving } }
steps:
  - mine: \${cell.blocks}
    expect: \${cell.expect}
`)
    expect(scenarios.map(({ matrix, steps }) => [matrix.cell, steps[0]?.action, steps[0]?.expect])).toEqual([
      ['small', { kind: 'mine', blocks: 1 }, { allowed: true }],
      ['large', { kind: 'mine', blocks: 2 }, { phase: 'thriving' }],
    ])
  })

  test('behavior: an expectation stands in the branch that its cell takes, whatever the other one says', () => {
    const cells = scenariosOf(`name: x
matrix: { wait: [59s, 60s] }
steps:
  - mine: 1
    expect:
      phase: thriving
      if: \${wait} < 60s
      then: { observed: { USDC: -500 } }
      else: { observed: unchanged, halted: true }
`)
    expect(cells.map(({ steps: [step] }) => step?.places)).toMatchObject([
      { phase: { line: 6 }, observed: { line: 8, column: 15 } },
      { phase: { line: 6 }, observed: { line: 9, column: 15 }, halted: { line: 9 } },
    ])
  })

  test('behavior: repeat is unrolled', () => {
    const steps = stepsOf('  - repeat: { times: 3, steps: [{ mine: 1 }, { advance: 1s }] }\n')
    expect(steps.map(({ action }) => action.kind)).toEqual([
      'mine',
      'advance',
      'mine',
      'advance',
      'mine',
      'advance',
    ])
  })

  test('behavior: names become addresses where an address belongs', () => {
    const [step] = stepsOf(
      '  - preview: { kind: transfer, recipient: whale, spender: "${router}", account: cage, other: whale }\n',
    )
    expect(step?.action).toMatchObject({
      params: { recipient: ACTORS.whale.address, spender: ROUTER, account: '${cage}', other: 'whale' },
    })
  })

  test('behavior: a lookalike has the ends of the original and another middle', () => {
    const [step] = stepsOf('  - preview: { kind: transfer, recipient: "${lookalike.recipient}" }\n')
    const { params } = step?.action as unknown as { params: { recipient: string } }
    const [found, original] = [params.recipient.toLowerCase(), ACTORS.recipient.address.toLowerCase()]
    expect([found.slice(0, 10), found.slice(-8)]).toEqual([original.slice(0, 10), original.slice(-8)])
    expect(found.slice(10, -8)).not.toBe(original.slice(10, -8))
  })

  test('behavior: an unquoted address keeps every digit', () => {
    const [step] = stepsOf(`  - preview: { kind: swap, tokenIn: ${USDC} }\n`)
    expect(step?.action).toMatchObject({ params: { tokenIn: USDC } })
  })

  test('behavior: claims may be written as amounts', () => {
    const [step] = stepsOf(
      '  - preview: { kind: swap, claims: [{ subject: balance, token: USDC, value: 5 USDC }, { subject: price, token: WETH, value: 3000 USD }] }\n',
    )
    expect(step?.action).toMatchObject({ claims: [{ value: '5000000' }, { value: '3000' }] })
  })

  test('behavior: raw arguments of a call pass as they are', () => {
    const [step] = stepsOf('  - call: { tool: preview_action, args: { amountIn: 5 USDC, n: 1.5, z: ~ } }\n')
    expect(step?.action).toEqual({
      kind: 'call',
      tool: 'preview_action',
      args: { amountIn: '5 USDC', n: 1.5, z: null },
    })
  })
})

test('behavior: every scripted scenario names its schema and its layer of denial', () => {
  const root = join(import.meta.dirname, '../../scenarios/scripted')
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.yaml'),
  )
  expect(files.length).toBeGreaterThan(35)
  for (const path of files) {
    const text = readFileSync(join(root, path), 'utf8')
    expect(text.startsWith('# yaml-language-server: $schema=../../scenario.schema.json\n'), path).toBe(true)
    expect(text, path).not.toMatch(/denied: \{ *\}/)
  }
})

describe('raw', () => {
  const raw = (call: string) => `  - raw: { calls: [${call}] }\n`

  test('default', () => {
    const [step] = stepsOf(raw('{ to: USDC, function: "approve(address,uint256)", args: [attacker, max] }'))
    expect(step).toMatchObject({
      title: 'raw approve(address,uint256) on USDC',
      action: {
        kind: 'raw',
        calls: [{ to: 'USDC', function: 'approve(address,uint256)', args: ['attacker', 'max'] }],
        commits: true,
      },
    })
  })

  test('error: what cannot be encoded is named before anything runs', () => {
    const problem = (call: string) => problemsOfSteps(raw(call))
    expect(problem('{ to: nobody, data: "0x" }')).toContain('"nobody" is no account')
    expect(problem('{ to: USDC, data: "0x1" }')).toContain('"0x1" is no bytes')
    expect(problem('{ to: router, function: "f(uint256)", args: [5 EUR] }')).toContain(
      '"5 EUR" is no uint256',
    )
    expect(problem('{ to: USDC, function: "f(uint256)", args: [] }')).toContain('expected 1 values, found 0')
    expect(problem('{ to: USDC, function: "f(wrong", args: [] }')).not.toBe('no problem')
  })
})
