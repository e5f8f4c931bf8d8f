import * as fc from 'fast-check'
import { loadParts } from '../../protocols/load-parts.ts'
import type { Course, DrawCalls, KindDraw, ProtocolDraw } from '../../vocabulary/draw.ts'

/** How each protocol's actions are drawn. */
const DRAWS: readonly ProtocolDraw[] = (await loadParts('draw')).map(([, draw]) => draw)

const KIND_DRAWS: ReadonlyMap<string, KindDraw> = new Map(
  [
    ...Map.groupBy(
      DRAWS.flatMap(({ kinds }) =>
        Object.entries(kinds).flatMap(([kind, draw]) => ('draw' in draw ? [[kind, draw] as const] : [])),
      ),
      ([kind]) => kind,
    ),
  ].map(([kind, venues]) => [kind, atAnyVenue(venues.map(([, draw]) => draw))]),
)

/** List a kind behind all those without which there is nothing that it could do at any of its venues. */
export function listCourse(kind: string): readonly string[] {
  const before = DRAWS.flatMap(({ kinds: { [kind]: drawn } }) =>
    drawn && 'draw' in drawn && drawn.after !== undefined ? listCourse(drawn.after) : [],
  )
  return [...new Set([...before, kind])]
}

/** Kinds that no case draws, with the reason. */
export const UNDRAWN_KINDS: ReadonlyMap<string, string> = new Map(
  DRAWS.flatMap(({ kinds }) =>
    Object.entries(kinds).flatMap(([kind, draw]) =>
      'undrawn' in draw && !KIND_DRAWS.has(kind) ? [[kind, draw.undrawn] as const] : [],
    ),
  ),
)

/** Where several venues serve a kind, each is drawn as often as the others. */
function atAnyVenue(venues: readonly KindDraw[]): KindDraw {
  const [first, ...others] = venues as [KindDraw, ...KindDraw[]]
  if (others.length === 0) return first
  const { often, after } = first
  const withParams = venues.flatMap(({ params }) => params ?? [])
  const takes: KindDraw['params'] = (terms) => withParams[terms.cents % withParams.length]?.(terms) ?? {}
  return {
    ...(often === undefined ? {} : { often }),
    ...(after === undefined ? {} : { after }),
    draw: (scope) => fc.oneof(...venues.map((venue) => venue.draw(scope))),
    ...(withParams.length > 0 ? { params: takes } : {}),
  }
}

/** What accounts do over some time at each protocol. */
export const COURSES: readonly Course[] = DRAWS.flatMap(({ courses }) => courses ?? [])

/** Every action kind that can be drawn. */
export const DRAWN_KINDS: readonly string[] = [...KIND_DRAWS.keys()]

/** Hand-made calls past every tool, by what they do. */
export const CALL_SHAPES: ReadonlyMap<string, NonNullable<ProtocolDraw['shapes']>[string]> = new Map(
  DRAWS.flatMap(({ shapes }) => Object.entries(shapes ?? {})),
)

/** Calls past every tool by what they are for, of every protocol that has some. */
export const CALL_DRAWS: Readonly<
  Record<'exits' | 'purchases' | 'provisions', readonly [DrawCalls, ...DrawCalls[]]>
> = {
  exits: gather('exits'),
  purchases: gather('purchases'),
  provisions: gather('provisions'),
}

function gather(name: 'exits' | 'purchases' | 'provisions'): readonly [DrawCalls, ...DrawCalls[]] {
  const [first, ...others] = DRAWS.flatMap((draw) => draw[name] ?? [])
  if (first === undefined) throw new RangeError(`no testbed draws ${name}`)
  return [first, ...others]
}

/** Contracts that may take tokens, as often as they are named. */
export const DRAWN_SPENDERS: readonly string[] = DRAWS.flatMap(({ spenders }) => spenders ?? [])

/**
 * Find how an action kind is drawn.
 *
 * @throws RangeError when no testbed says how
 */
export function findKindDraw(kind: string): KindDraw {
  const draw = KIND_DRAWS.get(kind)
  if (draw !== undefined) return draw
  const reason = UNDRAWN_KINDS.get(kind) ?? "say how in its testbed's draw.ts"
  throw new RangeError(`action kind "${kind}" cannot be drawn: ${reason}`)
}
