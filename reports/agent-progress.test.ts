import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { HOSTILE_TEXT } from '../harness/record/fixtures/parts.ts'
import { createAgentProgress } from './agent-progress.ts'
import type { AgentEvent } from './agent-state.ts'
import { displayWidth } from './text/display-width.ts'

/** What a run announced: a read, a swap, a denial, a wrap that is not mined in its tick, another phase, another tick. */
const EVENTS = JSON.parse(
  readFileSync(join(import.meta.dirname, 'fixtures/agent-events.json'), 'utf8'),
) as readonly AgentEvent[]

/** Give the lines that a terminal shows after the writes: only line feeds, "up" and "erase below" act. */
function showScreen(written: string): readonly string[] {
  const lines: string[] = ['']
  for (const part of written.split(/(\r\u001b\[\d+A\u001b\[J|\n)/)) {
    const up = /^\r\u001b\[(\d+)A/.exec(part)
    if (up) lines.splice(lines.length - 1 - Number(up[1]), lines.length, '')
    else if (part === '\n') lines.push('')
    else lines[lines.length - 1] += part
  }
  return lines
}

function create(isTty: boolean, columns = 80) {
  let written = ''
  const progress = createAgentProgress({
    write: (text) => {
      written += text
    },
    isTty,
    columns,
  })
  return { progress, written: () => written, screen: () => showScreen(written) }
}
const upTo = (kind: string, after = 0) =>
  EVENTS.findIndex((event, at) => at >= after && event.kind === kind) + 1

describe('createAgentProgress', () => {
  test('default: while a tool runs its step is shown, with sprite, phase, calls and what was spent', () => {
    const { progress, screen } = create(true)
    progress.begin('buy-weth, as it is')
    for (const event of EVENTS.slice(0, upTo('tool:update'))) progress.event(event)
    expect(screen()).toMatchInlineSnapshot(`
      [
        "buy-weth, as it is",
        "(o.o) thriving · tick 1 · calls 0/12",
        "      time 0 s of 30 s · gas 0 USDC · P&L 0 USDC",
        "      [==========] uniswap_get_pool_info 1/1 read (≤ 5 s)",
        "",
      ]
    `)
  })

  test('behavior: at the end it shows what came of the last action, and the new phase and tick', () => {
    const { progress, screen } = create(true)
    progress.begin('buy-weth, as it is')
    for (const event of EVENTS.slice(0, upTo('tx:sent'))) progress.event(event)
    expect(screen()).toMatchInlineSnapshot(`
      [
        "buy-weth, as it is",
        "(>.<) thriving · tick 1 · calls 2/12",
        "      time 0 s of 30 s · gas 0 USDC · P&L 0 USDC",
        "      waits for its transaction",
        "",
      ]
    `)
    for (const event of EVENTS.slice(upTo('tx:sent'))) progress.event(event)
    expect(screen()).toMatchInlineSnapshot(`
      [
        "buy-weth, as it is",
        "(^_^) cautious · tick 2 · calls 1/12 · wrap executed",
        "      time 0 s of 30 s · gas 2.824872 USDC · P&L −3.075423 USDC",
        "      waits for the model",
        "",
      ]
    `)
    progress.end()
    progress.end()
    progress.event(EVENTS[0] as AgentEvent)
    expect(screen()).toEqual([''])
  })

  test('behavior: without a terminal, a line for each call, action, phase and tick, and no control codes', () => {
    const { progress, written } = create(false)
    progress.begin('buy-weth, as it is')
    for (const event of EVENTS) progress.event(event)
    progress.say('✓ buy-weth: goal reached')
    progress.end()
    expect(written()).not.toMatch(/[\r\u001b]/)
    expect(written()).toMatchInlineSnapshot(`
      "buy-weth, as it is
        tick 1, thriving
        query_state: ok
        preview_action: ok
        swap executed, gas 1.816689 USDC · P&L −2.06724 USDC
        commit_action: ok
        swap blocked spending-limiter/SPEND_PER_TRANSACTION
        preview_action: SPEND_PER_TRANSACTION
        preview_action: ok
        wrap deferred chain/TRANSACTION_PENDING
        commit_action: TRANSACTION_PENDING
        phase thriving → cautious
        tick 2, cautious
        wrap executed, gas 1.008183 USDC · P&L −1.008183 USDC
        query_state: ok
      ✓ buy-weth: goal reached
      "
    `)
  })

  test('behavior: no line reaches the last column of a narrow terminal, and hostile texts stay on theirs', () => {
    for (const columns of [24, 31, 45]) {
      const { progress, screen } = create(true, columns)
      progress.begin(`line\nfeed ${HOSTILE_TEXT}`)
      for (const event of EVENTS) {
        progress.event(event)
        expect(screen()).toHaveLength(5)
        for (const line of screen()) expect(displayWidth(line)).toBeLessThan(columns)
      }
      progress.event({ kind: 'tool:start', tool_name: HOSTILE_TEXT })
      progress.event({ kind: 'tick:opened', phase: HOSTILE_TEXT })
      expect(screen()).toHaveLength(5)
      expect(screen().join('')).not.toMatch(/[\r\u001b]/)
    }
  })

  test('behavior: what is said stays above what is redrawn', () => {
    const { progress, screen } = create(true)
    progress.begin('first')
    progress.say('✓ done')
    progress.begin('second')
    expect(screen().slice(0, 2)).toEqual(['✓ done', 'second'])
  })

  test('behavior: once the profit of one action is not known, that of all is not', () => {
    const { progress, screen } = create(true)
    progress.begin('x')
    progress.event({ kind: 'action:recorded', status: 'executed', action_type: 'swap', verified: true })
    progress.event({ kind: 'action:recorded', status: 'executed', action_type: 'swap', pnl_usdc: '5' })
    expect(screen().join('\n')).toContain('P&L not known')
  })
})
