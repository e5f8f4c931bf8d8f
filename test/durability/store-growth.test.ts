import { afterAll, beforeAll, expect, test } from 'vitest'
import { openLaboratory } from './laboratory.ts'

let laboratory: Awaited<ReturnType<typeof openLaboratory>>
beforeAll(async () => {
  laboratory = await openLaboratory()
})
afterAll(() => laboratory?.close())

const TABLES = ['permits', 'replacements', 'ledger', 'attempts', 'meta', 'audit']

test('I56: what a model asks for within a minute leaves as many rows as the rate limit allows, however often it asks', async () => {
  await laboratory.withChain(async () => {
    const first = await laboratory.openStack()
    const { policy } = first.session
    await first.close()
    const stage = await laboratory.openStack({
      policy: { ...policy, rateLimit: { maxCalls: 30, windowSeconds: 60 } },
    })
    const { database } = stage.session
    const count = () =>
      Object.fromEntries(
        TABLES.map((table) => {
          const { n } = database.prepare(`SELECT count(*) AS n FROM ${table}`).get() as { n: number }
          return [table, n]
        }),
      )
    const ask = async (times: number) => {
      for (let time = 0; time < times; time += 1) {
        await stage.clock.advance(1)
        await stage.agent.call('preview_action', { kind: 'wrap', params: { amountBaseUnits: '1' } })
        await stage.agent.call('commit_action', { permitId: `0x${'11'.repeat(32)}` })
        await stage.agent.call('update_directive', { text: `rule ${time}` })
        await stage.agent.call('query_state', { query: 'balances' })
      }
    }
    await ask(60)
    const before = count()
    await ask(400)
    const after = count()
    for (const table of TABLES) {
      expect(after[table], table).toBeLessThanOrEqual((before[table] ?? 0) + 4)
    }
    expect(after.audit).toBeLessThan(600)
    await stage.close()
  })
})
