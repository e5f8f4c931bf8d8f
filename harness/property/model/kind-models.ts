import type { Json } from '../../../tools/core/json.ts'
import { loadParts } from '../../protocols/load-parts.ts'
import type { HandMadeCall, KindModel } from '../../vocabulary/model.ts'
import type { ModelCall } from '../../vocabulary/model-call.ts'
import { joinTrades } from './join-trades.ts'

const MODELS = await loadParts('model')

/** What the testbeds know of hand-made calls, by signature. */
export const CALL_MODELS: ReadonlyMap<string, (call: HandMadeCall) => ModelCall | undefined> = new Map(
  MODELS.flatMap(([, { calls }]) => Object.entries(calls ?? {})),
)

/**
 * List what an action kind means, by the venues that serve it.
 *
 * @throws RangeError when no testbed models it
 */
function listKindModels(kind: string): readonly (readonly [protocol: string, model: KindModel])[] {
  const found = MODELS.flatMap(([id, { kinds }]) => {
    const model = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined
    return model ? [[id, model] as const] : []
  })
  if (found.length > 0) return found
  throw new RangeError(
    `the model knows nothing of action kind "${kind}": say what it means in its testbed's model.ts`,
  )
}

/**
 * Find what an action kind means. Where several venues serve it, the request names one; a trade that names none goes to
 * whichever gives the most for it, or takes the least.
 *
 * @throws RangeError when no testbed models it, or several do, none is named and it is no trade
 */
export function findKindModel(kind: string, params: Readonly<Record<string, Json | undefined>>): KindModel {
  const serving = listKindModels(kind)
  const { protocol } = (params.venue ?? {}) as { readonly protocol?: string }
  const [found, ...others] = serving.length === 1 ? serving : serving.filter(([id]) => id === protocol)
  if (found !== undefined && others.length === 0) return found[1]
  const joined = protocol === undefined ? joinTrades(serving) : undefined
  if (joined !== undefined) return joined
  const ids = serving.map(([id]) => id).join(', ')
  throw new RangeError(`action kind "${kind}" means something to ${ids}: the request has to name one of them`)
}

/** The category of an action kind at each of its venues, and what profiles may leave out of it. @throws RangeError when no testbed models it */
export const describeKind = (kind: string): readonly Pick<KindModel, 'category' | 'trait'>[] =>
  listKindModels(kind).map(([, model]) => model)
