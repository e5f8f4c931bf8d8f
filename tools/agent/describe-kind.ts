import type { VenueChoice } from '../core/action.ts'
import { type Json, toJson } from '../core/json.ts'
import type { ActionKind } from './action-kind.ts'

/** Say which venue serves an action that names none. */
function describeChoice(choice: VenueChoice): string {
  switch (choice.by) {
    case 'only':
      return 'the only one'
    case 'quote':
      return choice.best === 'most' ? 'the one that quotes the most' : 'the one that quotes the least'
    case 'holding':
      return 'the one that holds the position; an error where two do'
    case 'named':
      return 'none: name it under venue.protocol'
  }
}

/** List action kinds: name, what each does, ids of its venues. */
export const describeKinds = (kinds: readonly ActionKind[]): Json => ({
  kinds: kinds.map(({ kind, description, venues }) => ({
    kind,
    description,
    venues: venues.map(({ protocol = '' }) => protocol),
  })),
})

/** Describe one action kind: its parameters as JSON Schema, its venues with their tools in order, and which serves by default. */
export const describeKind = ({ kind, aliases, description, params, venues, choice }: ActionKind): Json =>
  toJson({
    kind,
    aliases,
    description,
    params: JSON.parse(JSON.stringify(params)) as Json,
    venues: venues.map(({ protocol = '', reads, write }) => ({ protocol, reads, write })),
    defaultVenue: describeChoice(choice),
  })
