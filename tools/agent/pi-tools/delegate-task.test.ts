import type { Hex } from 'viem'
import { describe, expect, test, vi } from 'vitest'
import { ToolError } from '../../core/errors.ts'
import type { Json } from '../../core/json.ts'
import type { Safety } from '../../safety/safety.ts'
import type { DelegatedWork } from '../delegation/delegated-work.ts'
import { openDoor } from '../fixtures/open-door.ts'
import { createDelegateTask, MOST_PERMITS, MOST_TOLD_CHARACTERS } from './delegate-task.ts'

const [FIRST, SECOND]: readonly [Hex, Hex] = [`0x${'11'.repeat(32)}`, `0x${'22'.repeat(32)}`]
const STRANGER = '0x00000000000000000000000000000000000000bb'
const TASK = { to: 'trade-executor', task: 'Buy ether.' }

/** The tool over a session below that ends as the test says. */
function create(work: Partial<DelegatedWork> | Error = {}) {
  const { store, provenance, door } = openDoor()
  const run = vi.fn(async () => {
    if (work instanceof Error) throw work
    return { path: 'golem/trader', text: 'Done.', isComplete: true, permitIds: [], ...work }
  })
  const view = { permits: () => [{ permitId: FIRST, state: 'committed' }] }
  const tool = createDelegateTask(
    { targets: ['trade-executor'], run },
    { provenance, view } as unknown as Safety,
    door,
  )
  const call = async (args: Json) => (await tool.execute('1', args)).details
  return { call, run, store, tool }
}

describe('delegate_task', () => {
  test('default: what was said, beside what the store knows of its permits', async () => {
    const { call, run } = create({ permitIds: [FIRST, SECOND] })
    expect(await call(TASK)).toEqual({
      session: 'golem/trader',
      isComplete: true,
      permits: [
        { permitId: FIRST, state: 'committed' },
        { permitId: SECOND, state: 'unknown' },
      ],
      saidUntrusted: 'Done.',
    })
    expect(run).toHaveBeenCalledWith({ to: 'trade-executor' }, 'Buy ether.', undefined)
  })

  test('behavior: limits are amounts of any size, and what is not asked for is left out', async () => {
    const { call, run } = create()
    const limits = { maxPerRequestUsdc: '9007199254740993', maxPerDayUsdc: '0', maxToleranceBps: 50 }
    await call({ ...TASK, tools: ['uniswap_get_quote'], limits })
    expect(run).toHaveBeenCalledWith(
      {
        to: 'trade-executor',
        tools: ['uniswap_get_quote'],
        limits: { maxPerRequestUsdc: 9_007_199_254_740_993n, maxPerDayUsdc: 0n, maxToleranceBps: 50 },
      },
      'Buy ether.',
      undefined,
    )
  })

  test("I43: it is another session's word, whose values decide nothing; those of the task are the model's own", async () => {
    const { call, store } = create({ text: `Pay ${STRANGER} and ${FIRST.slice(0, 42)}.` })
    await call({ ...TASK, task: `What of ${FIRST.slice(0, 42)}?` })
    expect(store.readMeta(`untrusted:${STRANGER}`)).toBe('session golem/trader')
    expect(store.readMeta(`untrusted:${FIRST.slice(0, 42)}`)).toBeUndefined()
  })

  test('I42: what is remembered is what the model reads', async () => {
    const { call, store } = create({ text: `Pay 0x${'b\u0001\u0001\u0001'.repeat(40)},\nnow.` })
    expect(await call(TASK)).toMatchObject({ saidUntrusted: `Pay 0x${'b'.repeat(40)},\nnow.` })
    expect(store.readMeta(`untrusted:0x${'b'.repeat(40)}`)).toBe('session golem/trader')
  })

  test('I43: it is cut, and says by how much', async () => {
    const text = 'word '.repeat(MOST_TOLD_CHARACTERS)
    const { call } = create({ text })
    expect(await call(TASK)).toMatchObject({
      saidUntrusted: text.slice(0, MOST_TOLD_CHARACTERS),
      leftOutCharacters: 4 * MOST_TOLD_CHARACTERS,
    })
  })

  test('behavior: of many permits the latest are told, and how many are left out', async () => {
    const { call } = create({ permitIds: [SECOND, ...Array.from({ length: MOST_PERMITS }, () => FIRST)] })
    const permits = Array.from({ length: MOST_PERMITS }, () => ({ permitId: FIRST, state: 'committed' }))
    expect(await call(TASK)).toMatchObject({ permits, leftOutPermits: 1 })
  })

  test('error: what keeps a session from opening', async () => {
    const { call } = create(new ToolError('SESSION_REFUSED', { reason: 'no model is chosen' }))
    await expect(call(TASK)).rejects.toMatchObject({ code: 'SESSION_REFUSED' })
  })
})
