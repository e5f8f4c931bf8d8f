import { describe, expect, test } from 'vitest'
import { createEventBus } from '../../core/events.ts'
import type { Tool } from '../../core/tool-def.ts'
import { resolveTools } from '../../profiles/resolve-tools.ts'
import type { PermitPreview } from '../../safety/permit/describe-permit.ts'
import type { Safety } from '../../safety/safety.ts'
import type { Agent } from '../agent.ts'
import { type Archetype, declareArchetype, defineArchetype } from '../archetype.ts'
import type { Stack } from '../stack.ts'
import { adviseByReading } from './advise.ts'
import { openFirstSession, type SessionDeps } from './session.ts'

const CATALOGUE = [
  { name: 'look', category: 'data', capability: 'read', supportedChains: [1] },
  { name: 'swap', category: 'trading', capability: 'write', supportedChains: [1] },
] as unknown as Tool[]

const define = (name: string, delegatesTo: readonly string[]): Archetype =>
  defineArchetype({ name, area: 'Golem', purpose: '', prompt: '', tools: { profile: 'trader' }, delegatesTo })

/** Sessions over a graph that nobody checked; the answer of a model is what the test says. */
function open(archetypes: readonly Archetype[], advise: SessionDeps['advise'] = adviseByReading) {
  const events = createEventBus()
  const emitted: unknown[] = []
  events.subscribe((event) => emitted.push(event))
  const timers: (() => void)[] = []
  const committed: string[] = []
  const stackFor = (profile: Stack['profile']) => {
    const commit = async (permitId: string, advise: () => Promise<unknown>) => {
      await advise()
      committed.push(permitId)
      return {}
    }
    let issued = 0
    const previewTool = async () => {
      issued += 1
      return { permitId: `${profile.name} ${issued}` }
    }
    return { profile, commit, previewTool } as unknown as Stack
  }
  const resolve = (archetype: Archetype) => resolveTools(declareArchetype(archetype), CATALOGUE)
  const preview = (actionClass: PermitPreview['actionClass']) =>
    ({ permitId: '0x1', actionClass }) as unknown as PermitPreview
  let described: PermitPreview | undefined = preview('new-position')
  const safety = {
    view: { spending: () => ({ perTransactionUsdc: 10n, perDayUsdc: 20n }) },
    describePermit: () => described,
  } as unknown as Safety
  const [first] = archetypes as [Archetype]
  const session = openFirstSession(first, stackFor(resolve(first)), {
    graph: new Map(archetypes.map((archetype) => [archetype.name, archetype])),
    safety,
    events,
    clock: {
      setTimer(_, run) {
        timers.push(run)
        return () => undefined
      },
    },
    protocols: [],
    resolve,
    stackFor,
    openAgent: (stack) => ({ stack }) as Agent,
    advise,
  })
  const describeAs = (found: PermitPreview | undefined) => {
    described = found
  }
  return { session, emitted, timers, committed, preview, describeAs }
}

const GUARDIAN = define('safety-guardian', [])

describe('a chain of sessions', () => {
  test('error: DELEGATION_TOO_DEEP, whatever the graph says', () => {
    const { session, emitted } = open([
      define('a', ['b']),
      define('b', ['c']),
      define('c', ['d']),
      define('d', ['e']),
      define('e', []),
    ])
    const third = session.delegate({ to: 'b' }).delegate({ to: 'c' }).delegate({ to: 'd' })
    expect(third.path).toBe('a/b/c/d')
    expect(() => third.delegate({ to: 'e' })).toThrow(
      expect.objectContaining({
        code: 'DELEGATION_TOO_DEEP',
        shortMessage: expect.stringContaining('a/b/c/d/e is 4'),
      }),
    )
    expect(emitted).toHaveLength(3)
  })

  test('error: DELEGATION_NOT_ALLOWED for what the graph names and the edge does not', () => {
    const { session } = open([define('a', ['bee']), define('bee', []), define('c', [])])
    expect(() => session.delegate({ to: 'be' })).toThrow('may not delegate to "be"; did you mean "bee"?')
    expect(() => session.delegate({ to: 'c' })).toThrow(
      expect.objectContaining({ code: 'DELEGATION_NOT_ALLOWED' }),
    )
    expect(() => open([define('a', ['gone'])]).session.delegate({ to: 'gone' })).toThrow(
      expect.objectContaining({ code: 'DELEGATION_NOT_ALLOWED' }),
    )
  })
})

describe('permits of a session', () => {
  test('error: PERMIT_OF_ANOTHER_SESSION for what takes the place of a transaction that another one sent', async () => {
    const { session, committed, preview, describeAs } = open([
      define('a', ['b', 'safety-guardian']),
      define('b', ['safety-guardian']),
      GUARDIAN,
    ])
    const below = session.delegate({ to: 'b' })
    const previewIn = async ({ agent }: typeof session) =>
      (await agent.stack.previewTool('replace', {}, 'tool:replace', [])).permitId
    const [sent, ofAbove, own, replacement] = [
      await previewIn(below),
      await previewIn(session),
      await previewIn(below),
      await previewIn(session),
    ]
    describeAs({ ...preview('close-position'), replaces: ofAbove })
    await expect(below.agent.stack.commit(own)).rejects.toMatchObject({
      code: 'PERMIT_OF_ANOTHER_SESSION',
      args: { permitId: ofAbove, path: 'a/b' },
    })
    describeAs({ ...preview('close-position'), replaces: sent })
    await below.agent.stack.commit(own)
    await session.agent.stack.commit(replacement)
    expect(committed).toEqual([own, replacement])
  })
})

describe('advice', () => {
  test('error: GUARDIAN_NOT_CONSULTED when it does not come in time', async () => {
    const { session, timers, committed } = open(
      [define('a', ['safety-guardian']), GUARDIAN],
      () => new Promise(() => undefined),
    )
    const done = session.agent.stack.commit('0x1')
    for (const run of timers) run()
    await expect(done).rejects.toMatchObject({ code: 'GUARDIAN_NOT_CONSULTED' })
    expect(committed).toEqual([])
  })

  test('error: GUARDIAN_NOT_CONSULTED where the edge is missing, and for a class that nobody can read', async () => {
    const { session, committed, preview, describeAs } = open([define('a', []), GUARDIAN])
    for (const actionClass of ['new-position', 'rebalance', undefined] as const) {
      describeAs(preview(actionClass))
      await expect(session.agent.stack.commit('0x1')).rejects.toMatchObject({
        code: 'GUARDIAN_NOT_CONSULTED',
      })
    }
    expect(committed).toEqual([])
    describeAs(preview('close-position'))
    await session.agent.stack.commit('0x1')
    expect(committed).toEqual(['0x1'])
  })

  test('behavior: a permit that is not there is left to the commit', async () => {
    const { session, committed, describeAs, emitted } = open([define('a', ['safety-guardian']), GUARDIAN])
    describeAs(undefined)
    await session.agent.stack.commit('0x2')
    expect([committed, emitted]).toEqual([['0x2'], []])
  })
})

describe('adviseByReading', () => {
  const advise = (status: object, preview: Partial<PermitPreview> = {}) =>
    adviseByReading(
      {
        agent: {
          stack: {
            read: async () => ({
              data: {
                phase: 'thriving',
                isHalted: false,
                spending: { remainingInWindow: {} },
                openPermits: [],
                ...status,
              },
            }),
          },
        },
      } as never,
      { permitId: '0x1', actionClass: 'new-position', riskClass: 'standard', ...preview } as PermitPreview,
    )

  test.each([
    ['nothing', {}, {}, []],
    ['a halt', { isHalted: true }, {}, ['the halt latch is set']],
    ['risk in a worse phase', { phase: 'cautious' }, {}, ['it takes risk (new-position) in phase cautious']],
    ['an exit in a worse phase', { phase: 'survival' }, { actionClass: 'close-position' }, []],
    ['a high risk', {}, { riskClass: 'high' }, ['its risk is high']],
    ['a risk that nobody rated', {}, { riskClass: undefined }, ['its risk is not rated']],
    [
      'limits that nobody knows',
      { spending: { remainingInWindow: null } },
      {},
      ['nobody can say what remains of the spending limits'],
    ],
    [
      'others that are open',
      { openPermits: [{ permitId: '0x1' }, { permitId: '0x2' }] },
      {},
      ['1 other permits are open'],
    ],
  ] as const)('behavior: %s', async (_, status, preview, remarks) => {
    const verdict = remarks.length === 0 ? 'nothing-against' : 'caution'
    expect(await advise(status, preview as Partial<PermitPreview>)).toEqual({ verdict, remarks })
  })
})
