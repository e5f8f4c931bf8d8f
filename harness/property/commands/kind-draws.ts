import { CATEGORIES } from '../../../tools/core/tool-def.ts'
import { loadParts } from '../../protocols/load-parts.ts'
import type { KindDraw, ProtocolDraw } from '../../vocabulary/draw.ts'
import { describeKind } from '../model/kind-models.ts'

const ORDER = ['uniswap-v3', 'weth', 'erc20', 'permit2', 'wallet', 'policy-cage']

/** How each protocol's actions are drawn, by its id. */
const DRAWS: readonly (readonly [string, ProtocolDraw])[] = [...(await loadParts('draw'))].sort(
  ([a], [b]) => ORDER.indexOf(a) - ORDER.indexOf(b),
)

const KIND_DRAWS: ReadonlyMap<string, KindDraw> = new Map(
  DRAWS.flatMap(([, { kinds }]) =>
    Object.entries(kinds).flatMap(([kind, draw]) => ('draw' in draw ? [[kind, draw] as const] : [])),
  ),
)

/** Kinds that no case draws, with the reason. */
export const UNDRAWN_KINDS: ReadonlyMap<string, string> = new Map(
  DRAWS.flatMap(([, { kinds }]) =>
    Object.entries(kinds).flatMap(([kind, draw]) =>
      'undrawn' in draw ? [[kind, draw.undrawn] as const] : [],
    ),
  ),
)

const inOrder = ['trading', 'lp', 'wallet', 'safety', ...CATEGORIES]

/** Every action kind that can be drawn, by category. */
export const DRAWN_KINDS: readonly string[] = [...KIND_DRAWS.keys()]
  .map((kind) => [inOrder.indexOf(describeKind(kind).category), kind] as const)
  .sort(([a], [b]) => a - b)
  .map(([, kind]) => kind)

/** Hand-made calls past every tool, by what they do. */
export const CALL_SHAPES: ReadonlyMap<string, NonNullable<ProtocolDraw['shapes']>[string]> = new Map(
  DRAWS.flatMap(([, { shapes }]) => Object.entries(shapes ?? {})),
)

/** Contracts that may take tokens, as often as they are named. */
export const DRAWN_SPENDERS: readonly string[] = DRAWS.flatMap(([, { spenders }]) => spenders ?? [])

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
