import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PROJECT_ROOT } from '../../harness/cli/paths.ts'
import type { PositionDelta } from '../../tools/core/outcome.ts'
import type { Lot } from '../../tools/core/position.ts'
import type { WriteTool } from '../../tools/core/tool-def.ts'
import type { HaltReport } from '../../tools/safety/halt/halt-report.ts'
import { type OpenEnvironment, openEnvironment } from '../safety/open-environment.ts'
import { findTool, openBench } from './bench.ts'
import { carryOut } from './carry-out.ts'
import { KIND_WRITES, loadCases } from './load-cases.ts'
import { resolve } from './values.ts'

let environment: OpenEnvironment
beforeAll(async () => {
  environment = await openEnvironment()
})
afterAll(async () => {
  await environment?.close()
})

const loaded = await loadCases(PROJECT_ROOT)
/** An owner who approves what is sold, and a cage that asks no guardian for it. */
const SETUP = { owner: 'key', cage: { hotLaneUsdc: 10n ** 12n } } as const
const isRise = ({ unitsDelta }: PositionDelta) => unitsDelta > 0n

/** No case leaves by more tickets. */
const MOST_WAITS = 3
const isLeaving = ({ claimableFromSeconds }: Lot) => claimableFromSeconds !== undefined

describe.each(KIND_WRITES)('%s', (_, name) => {
  const tool = findTool(name) as WriteTool
  const served = loaded.get(name)?.cases?.serves[0]

  test('default: what it opened is ended by a halt, now or once it can be claimed', async () => {
    const bench = await openBench(environment, tool, { ...SETUP, owner: served?.owner ?? SETUP.owner })
    const { stage, scope } = bench
    for (const step of served?.before ?? []) await bench.run(step)
    const params = await resolve(served?.params ?? {}, scope)
    const { plan } = await bench.plan(tool, params)
    if (plan.kind !== 'transaction' || !plan.expectation.positions.some(isRise)) return
    await carryOut(tool, params, bench, served?.driftBps)
    const readOpen = async () => {
      const positions = await stage.oracle.readPositions(stage.cage)
      return positions.filter(({ lots }) => lots.some(({ units }) => units > 0n))
    }
    expect(await readOpen()).not.toEqual([])
    await stage.agent.call('emergency_halt', { reason: 'to be unwound' })
    const sell = async () => {
      const { error, details } = await stage.agent.changeSafety('safety_liquidate_holdings', {}, 'signed')
      expect(error).toBeUndefined()
      return details as unknown as Pick<HaltReport, 'status' | 'waitsUntilSeconds'>
    }
    let report = await sell()
    for (let waits = 0; report.status === 'waiting' && waits < MOST_WAITS; waits += 1) {
      expect((await readOpen()).flatMap(({ lots }) => lots.map(isLeaving))).not.toContain(false)
      const { timestamp } = await scope.client.getBlock()
      await stage.clock.advance(1_000 * Number(BigInt(report.waitsUntilSeconds ?? 0) - timestamp))
      report = await sell()
    }
    expect(report.status).toBe('complete')
    expect(await readOpen()).toEqual([])
  })
})
