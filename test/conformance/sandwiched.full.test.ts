import { parseUnits } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PROJECT_ROOT } from '../../harness/cli/paths.ts'
import type { Contradiction } from '../../harness/oracle/contradiction.ts'
import { type OpenEnvironment, openEnvironment } from '../safety/open-environment.ts'
import { findTool, openBench } from './bench.ts'
import { loadCases } from './load-cases.ts'
import { resolve } from './values.ts'

// A stranger may trade in the block before any action of the agent. What comes of it is what was promised or nothing:
// the action is carried out within its tolerance or reverts, and the agent may go on either way.

let environment: OpenEnvironment
beforeAll(async () => {
  environment = await openEnvironment()
})
afterAll(async () => {
  await environment?.close()
})

/** Each moves its market by less than the slippage that is taken by default. */
const TRADES = [
  ['WETH', 'USDC', '10'],
  ['USDC', 'WETH', '20000'],
  ['USDC', 'DAI', '20000'],
  ['DAI', 'USDC', '20000'],
] as const

/** More fees than were promised, or another share of a position's two tokens, come to nobody's loss. */
const isGain = ({ law, expected, found }: Contradiction) =>
  law === 'oracle.observed-within-tolerance' && readAmount(found) > readAmount(expected)

/** Amounts stand before what they are held to. */
const readAmount = (text: string) => BigInt(text.split(' ')[0] ?? '')

/** What stops everything lets nothing go on. */
const STOPPING = ['safety_pause_cage', 'safety_trip_halt']

const writes = [...(await loadCases(PROJECT_ROOT))].flatMap(([name, { cases }]) => {
  const tool = findTool(name)
  if (tool.capability !== 'write' || STOPPING.includes(name)) return []
  return (cases?.serves ?? [])
    .map((served, index) => ({ name, tool, served, index }))
    .filter(({ served }) => !served.before?.some((step) => 'mining' in step))
})

describe.each(TRADES)('%s for %s', (tokenIn, tokenOut, amount) => {
  test.each(writes)('$name ($index)', async ({ tool, served }) => {
    const { before, params = {}, owner, ownedByGate, recipients, baseFeeWei = '0' } = served
    const setup = { owner, ownedByGate, recipients, baseFeeWei: BigInt(baseFeeWei) }
    const bench = await openBench(environment, tool, setup)
    const { stage, scope } = bench
    for (const step of before ?? []) await bench.run(step)
    const permit = await stage.agent.previewTool(tool.name, (await resolve(params, scope)) as never, [])
    expect(permit.error).toBeUndefined()
    const [decimals = 0] = stage.book.tokens.flatMap((token) =>
      token.symbol === tokenIn ? [token.decimals] : [],
    )
    stage.market.sandwich({
      actor: 'trader',
      tokenIn: scope.find(tokenIn),
      tokenOut: scope.find(tokenOut),
      amountIn: parseUnits(amount, decimals),
    })
    const { permitId } = permit.details as { readonly permitId: string }
    const { error, contradictions } = await stage.agent.call('commit_action', { permitId })
    if (error) expect(error.code).toBe('TRANSACTION_REVERTED')
    expect(contradictions.filter((each) => !isGain(each))).toEqual([])
    const next = await stage.agent.previewTool('weth_wrap_eth', { amountBaseUnits: '1' }, [])
    expect(next.error?.code).toBeUndefined()
  })
})
