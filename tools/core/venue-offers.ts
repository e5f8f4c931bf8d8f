import type { Json } from './json.ts'

/** What one venue offers for an action of a kind that several serve. */
export interface VenueOffer {
  /** Id of the venue. */
  readonly protocol: string
  /** Its write tool. */
  readonly tool: string
  /** What it quotes, base units; undefined where it quotes nothing. */
  readonly quoteBaseUnits?: bigint
}

/** Why a venue offers nothing. */
export interface VenueRefusal {
  readonly protocol: string
  readonly code: string
  readonly reason: string
}

/** What every enabled venue says of one action. */
export interface VenueAnswers {
  readonly offers: readonly VenueOffer[]
  readonly refusals: readonly VenueRefusal[]
}

/** Ask every enabled venue of a kind what it offers for an action's common parameters; none where nothing serves the kind. */
export type AskVenues = (kind: string, params: Json) => Promise<VenueAnswers>
