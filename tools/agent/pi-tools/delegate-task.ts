import { toJson } from '../../core/json.ts'
import { type Static, Type } from '../../core/schema.ts'
import { cleanLines } from '../../safety/hooks/result-filter.ts'
import type { Safety } from '../../safety/safety.ts'
import { definePiTool } from '../define-pi-tool.ts'
import type { Delegation } from '../delegation/delegated-work.ts'
import type { PiDoor } from '../pi-door.ts'
import { DELEGATING } from '../pi-tool.ts'

const closed = { additionalProperties: false } as const
/** The model reads this in every inference: what a name or an amount may be is judged where it is used. */
const usdc = Type.String({ pattern: '^[0-9]{1,18}$' })

const PARAMETERS = Type.Object(
  {
    to: Type.String(),
    task: Type.String({ minLength: 1, maxLength: 2_000 }),
    tools: Type.Optional(Type.Array(Type.String(), { maxItems: 64 })),
    limits: Type.Optional(
      Type.Object(
        {
          maxPerRequestUsdc: usdc,
          maxPerDayUsdc: usdc,
          maxToleranceBps: Type.Integer({ minimum: 0 }),
        },
        { ...closed, description: 'in base units' },
      ),
    ),
  },
  closed,
)

/** Longest text that a session is told by another. */
export const MOST_TOLD_CHARACTERS = 4_000

/** Most of the other session's permits that are told, the latest. */
export const MOST_PERMITS = 32

/**
 * Create `delegate_task`: have a model work in a session of another archetype. A ninth tool, for archetypes that delegate
 * alone. What comes back is another session's word, untrusted like everything from outside, beside the states of permits,
 * which the store knows.
 */
export const createDelegateTask = (delegation: Delegation, safety: Safety, door: PiDoor) =>
  definePiTool(door, {
    name: DELEGATING,
    label: 'Delegate task',
    description: `Have another archetype do a task with these tools and limits at most: ${delegation.targets.join(', ')}.`,
    promptSnippet:
      'delegate_task has another archetype do a task in a session below this one, and tells what it said.',
    parameters: PARAMETERS,
    executionMode: 'sequential',
    keepsTexts: true,
    async run({ task, ...asked }, signal) {
      const { path, isComplete, permitIds, ...said } = await delegation.run(readRequest(asked), task, signal)
      // What is remembered is what the model reads.
      const text = cleanLines(said.text)
      const told = text.slice(0, MOST_TOLD_CHARACTERS)
      safety.provenance.note(`session ${path}`, told, task)
      const stateOf = new Map(safety.view.permits().map(({ permitId, state }) => [permitId, state]))
      const permits = permitIds.slice(-MOST_PERMITS).map((permitId) => ({
        permitId,
        state: stateOf.get(permitId) ?? 'unknown',
      }))
      return toJson({
        session: path,
        isComplete,
        permits,
        ...(permits.length < permitIds.length ? { leftOutPermits: permitIds.length - permits.length } : {}),
        saidUntrusted: told,
        ...(told.length < text.length ? { leftOutCharacters: text.length - told.length } : {}),
      })
    },
  })

const readRequest = ({ to, tools, limits }: Omit<Static<typeof PARAMETERS>, 'task'>) => ({
  to,
  ...(tools ? { tools } : {}),
  ...(limits
    ? {
        limits: {
          maxPerRequestUsdc: BigInt(limits.maxPerRequestUsdc),
          maxPerDayUsdc: BigInt(limits.maxPerDayUsdc),
          maxToleranceBps: limits.maxToleranceBps,
        },
      }
    : {}),
})
