import type { Json } from '../core/json.ts'
import type { VenueAnswers } from '../core/venue-offers.ts'
import type { ActionKind } from './action-kind.ts'
import { askAll } from './find-route.ts'
import type { Stack } from './stack.ts'

/** Ask every venue of a kind that is enabled what it offers. */
export async function askVenues(
  kind: string,
  params: Json,
  { actions, read }: { readonly actions: readonly ActionKind[]; readonly read: Stack['read'] },
): Promise<VenueAnswers> {
  const venues = actions.find((action) => action.kind === kind)?.venues ?? []
  const { offers, refusals } = await askAll(
    venues,
    params,
    async (tool, input) => (await read(tool, input)).data,
  )
  return {
    offers: offers.map(({ id, write, offer: { quoteBaseUnits } }) => ({
      protocol: id,
      tool: write,
      ...(quoteBaseUnits === undefined ? {} : { quoteBaseUnits }),
    })),
    refusals,
  }
}
